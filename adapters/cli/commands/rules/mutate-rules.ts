import type { MutationReport } from '../../../../src/testing/index.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { countOf } from '../../output/format-number.ts'
import { showText } from '../../output/show-text.ts'
import { writeStream } from '../../output/write-output.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { openPacks } from '../../workbench/open-pack.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'

/** Flags of `assay rules mutate`. */
export interface MutateFlags {
  readonly fixtures?: string
  /** Also removes single names of lists. */
  readonly names?: boolean
  readonly format: 'text' | 'json'
}

/** `assay rules mutate`: changes of rules that no sample code notices. 1 if there is one. */
export async function mutateRules(paths: readonly string[], { fixtures, names, format }: MutateFlags, library: LibraryModules): Promise<number> {
  const packs = await openPacks({ paths, fixtures }, library)
  const { mutateRule } = await library.testing()
  const reports: MutationReport[] = []
  for (const pack of packs) {
    // Reports all mistakes of the rules at once.
    await (await pack.createScanner(pack.folder)).close()
    for (const rule of pack.rules) {
      const files = pack.samplesOf(rule.id) ?? []
      const input = { rule, files, folder: pack.folder, createScanner: pack.createScanner, changes: true, names: names === true }
      const report = await mutateRule(input)
      reports.push(report)
      if (format === 'text') await writeStream(process.stdout, describe(report))
    }
  }
  const tried = reports.reduce((total, report) => total + report.tried, 0)
  const survivors = reports.reduce((total, report) => total + report.survivors.length, 0)
  if (format === 'json') await writeStream(process.stdout, toJsonText({ tried, survivors, rules: reports }))
  else
    await writeStream(
      process.stdout,
      `${survivors} of ${countOf(tried, 'change')} of ${countOf(reports.length, 'rule')} are noticed by no sample code.\n`,
    )
  return survivors > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}

function describe({ file, tried, survivors }: MutationReport): string {
  if (survivors.length === 0) return ''
  const lines = survivors.map(({ path, line, change, clause }) => `  ${line}  ${showText(path)} ${change}: ${showText(clause)}\n`)
  return `${showText(file)}: ${survivors.length} of ${tried}\n${lines.join('')}`
}
