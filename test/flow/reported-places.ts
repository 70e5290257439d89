import type { Finding } from '../../src/index.ts'

/** `path:line` of all locations of some findings, in their order. */
export function reportedPlaces(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ file, line, places = [] }) => [{ file, line }, ...places].map((place) => `${place.file}:${place.line}`))
}
