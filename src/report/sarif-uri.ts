import type { ArtifactLocation } from 'sarif'

/** A path as SARIF writes it: a relative reference with each segment percent-encoded (RFC 3986); of a file on another drive or machine of Windows, which no path leads to from the root, its address. */
export function toSarifUri(path: string): ArtifactLocation {
  const [, drive, rest] = /^([A-Za-z]:|\/(?=\/[^/]))\/(.*)$/s.exec(path) ?? []
  if (drive === undefined || rest === undefined) return { uri: encodeSegments(path), uriBaseId: '%SRCROOT%' }
  return { uri: drive === '/' ? `file://${encodeSegments(rest)}` : `file:///${drive}/${encodeSegments(rest)}` }
}

function encodeSegments(path: string): string {
  const segments = path.split('/')
  return segments.map((segment) => encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))).join('/')
}
