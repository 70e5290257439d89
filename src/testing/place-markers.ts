import type { Diagnostic } from '../model/diagnostic.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { fixtureDiagnostic } from './fixture-diagnostic.ts'
import type { FixtureFile } from './prepare-fixtures.ts'
import { type Marker, type Markers, readExpectations, readMarkers } from './read-markers.ts'

/** A marker, the file it applies to, and the file it is written in. */
export interface PlacedMarker extends Marker {
  readonly file: string
  readonly markerFile: string
}

/** The markers of a file by the lines that they apply to. */
export interface PlacedMarkers {
  /** At most one for each rule and line. */
  readonly markers: readonly PlacedMarker[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the markers of a file, in the file itself and in its `.expect` file. */
export function placeMarkers({ path, content }: FixtureFile, expectation: FixtureFile | undefined): PlacedMarkers {
  const sources: readonly (Markers & { readonly path: string })[] = [
    { path, ...readMarkers(content) },
    ...(expectation === undefined ? [] : [{ path: expectation.path, ...readExpectations(expectation.content, buildLineIndex(content).lineCount) }]),
  ]
  const diagnostics = sources.flatMap((source) =>
    source.faults.map(({ line, message, hint }) => fixtureDiagnostic('fixture/marker', { file: source.path, line }, message, hint)),
  )
  const markers = new Map<string, PlacedMarker>()
  for (const marker of sources.flatMap((source) => source.markers.map((read) => ({ ...read, file: path, markerFile: source.path })))) {
    const { rule, target, line, markerFile } = marker
    const first = markers.get(`${target} ${rule}`)
    if (first === undefined) markers.set(`${target} ${rule}`, marker)
    else
      diagnostics.push(
        fixtureDiagnostic(
          'fixture/marker',
          { file: markerFile, line },
          `Line ${target} has a marker for \`${rule}\` in line ${first.line} already.`,
          'keep one',
        ),
      )
  }
  return { markers: [...markers.values()], diagnostics }
}
