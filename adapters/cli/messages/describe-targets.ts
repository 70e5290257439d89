import type { ReportFormat } from '../../../src/node/index.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { showText } from '../output/show-text.ts'

/** Formats by file name endings that only they use. */
const ENDINGS: readonly (readonly [ending: string, format: ReportFormat])[] = [
  ['.sarif', 'sarif'],
  ['.sarif.json', 'sarif'],
  ['.json', 'json'],
  ['.html', 'html'],
  ['.csv', 'csv'],
  ['.md', 'markdown'],
]

/** Files whose names suggest another format than the text format that they get by default. */
export function describeTargets({ output = [], format }: Pick<ScanFlags, 'output' | 'format'>): readonly string[] {
  return output.flatMap((target) => {
    const named = ENDINGS.find(([ending]) => target.file.toLowerCase().endsWith(ending))?.[1]
    if (target.format !== undefined || format !== 'text' || named === undefined) return []
    const file = showText(target.file)
    return [`\`${file}\` contains the text report. To write ${named}, use -o ${named}=${file}`]
  })
}
