import type { ScanResult } from '../../src/node/index.ts'
import type { Engine } from './doors.ts'
import type { Format } from './scan-flags.ts'
import type { SourceReader } from './source-reader.ts'

/** Makes the text of a report, with a line end at its end. */
export function renderReport(
  engine: Engine,
  result: ScanResult,
  options: { readonly format: Format; readonly color: boolean; readonly sourceOf: SourceReader | undefined },
): string {
  switch (options.format) {
    case 'text':
      return engine.toText(result, { color: options.color, ...(options.sourceOf && { sourceOf: options.sourceOf }) })
    case 'json':
      return engine.toJson(result)
  }
}
