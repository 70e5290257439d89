import type { ArtifactLocation } from 'sarif'

/**
 * A path as a SARIF URI: a relative reference with percent-encoded segments (RFC 3986), or a file URL for a file on another drive or machine in
 * Windows.
 */
export function toSarifUri(path: string): ArtifactLocation {
  const [, drive, rest] = /^([A-Za-z]:|\/(?=\/[^/]))\/(.*)$/s.exec(path) ?? []
  if (drive === undefined || rest === undefined) return { uri: encodeSegments(path), uriBaseId: '%SRCROOT%' }
  return { uri: drive === '/' ? `file://${encodeSegments(rest)}` : `file:///${drive}/${encodeSegments(rest)}` }
}

function encodeSegments(path: string): string {
  const segments = path.split('/')
  return segments.map((segment) => encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))).join('/')
}
