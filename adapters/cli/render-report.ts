import type { ScanResult } from '../../src/node/index.ts'
import type { Engine } from './doors.ts'
import type { Format } from './scan-flags.ts'
import type { SourceReader } from './source-reader.ts'

/** How a report looks. */
export interface ReportStyle {
  readonly format: Format
  readonly color: boolean
  /** Cells in a line of the terminal, when it is one. */
  readonly width: number | undefined
  /** Undefined for a report without snippets. */
  readonly sourceOf: SourceReader | undefined
}

/** Makes the text of a report, with a line end at its end. */
export function renderReport(engine: Engine, result: ScanResult, { format, color, width, sourceOf }: ReportStyle): string {
  switch (format) {
    case 'text':
      return engine.toText(result, { color, ...(width !== undefined && { width }), ...(sourceOf && { sourceOf }) })
    case 'json':
      return engine.toJson(result)
  }
}
