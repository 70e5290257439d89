import type { ArtifactLocation } from 'sarif'

/** A path as SARIF writes it: a relative reference with each segment percent-encoded (RFC 3986). */
export function toSarifUri(path: string): ArtifactLocation {
  const segments = path.split('/')
  return { uri: segments.map((segment) => encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))).join('/'), uriBaseId: '%SRCROOT%' }
}
