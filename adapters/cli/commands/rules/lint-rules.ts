import type { Diagnostic } from '../../../../src/node/index.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { formatDiagnostics, hasDiagnostics } from '../../messages/format-diagnostics.ts'
import { countOf } from '../../output/format-number.ts'
import { writeStream } from '../../output/write-output.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { type OpenPack, openPacks } from '../../workbench/open-pack.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'

/** Flags of `assay rules lint`. */
export interface LintFlags {
  readonly fixtures?: string
  /** Codes that are not reported. */
  readonly ignore?: readonly string[]
  readonly format: 'text' | 'json'
}

/** `assay rules lint`: 1 for advice, 2 for mistakes that make a rule wrong. */
export async function lintRules(paths: readonly string[], { fixtures, ignore = [], format }: LintFlags, library: LibraryModules): Promise<number> {
  const packs = await openPacks({ paths, fixtures }, library)
  let [rules, errors] = [0, 0]
  const advice: Diagnostic[] = []
  for (const pack of packs) {
    const found = await lintPack(pack, library)
    rules += pack.rules.length
    errors += found.errors.length
    advice.push(...[...found.errors, ...found.advice].filter(({ code }) => !ignore.includes(code)))
  }
  if (format === 'json') await writeStream(process.stdout, toJsonText({ rules, diagnostics: advice }))
  else if (advice.length > 0) await writeStream(process.stdout, `${formatDiagnostics(advice, errors > 0 ? 'rules' : 'advice')}\n`)
  else await writeStream(process.stdout, `${countOf(rules, 'rule')}. Nothing to report.\n`)
  return errors > 0 ? EXIT_CODES.wrongUsage : advice.length > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}

interface Linted {
  /** Mistakes that make a rule wrong. Then nothing is scanned. */
  readonly errors: readonly Diagnostic[]
  readonly advice: readonly Diagnostic[]
}

async function lintPack(pack: OpenPack, library: LibraryModules): Promise<Linted> {
  const engine = await library.engine()
  const advice = engine.lintRules(
    pack.rules.map(({ file }) => file),
    pack.folder.words,
    pack.folder.shared,
  )
  try {
    return { errors: [], advice: [...advice, ...(await lintSamples(pack, library))] }
  } catch (error) {
    if (!(error instanceof Error) || !hasDiagnostics(error)) throw error
    return { errors: error.diagnostics, advice }
  }
}

/** Checks the sample code of each rule with all rules of its folder. */
async function lintSamples(pack: OpenPack, library: LibraryModules): Promise<readonly Diagnostic[]> {
  const { judgeFixtures, lintFixtures } = await library.testing()
  const { matchIdGlob } = await library.engine()
  const scanner = await pack.createScanner(pack.folder)
  const found: Diagnostic[] = []
  try {
    for (const { id, file, spec } of pack.rules) {
      const files = pack.samplesOf(id)
      const rule = scanner.rules.find((each) => each.id === id)
      // A rule that no pack of the folder selects does not run.
      if (rule === undefined) continue
      const report = files && (await judgeFixtures({ rules: [id], files, scanner }))
      const yields = (from: readonly string[] = [], to: string): boolean => from.some((glob) => matchIdGlob(glob, to))
      const mates = pack.rules.filter((other) => yields(spec['yields-to'], other.id) || yields(other.spec['yields-to'], id)).map((other) => other.id)
      found.push(...lintFixtures({ rule, file: file.path, files, mates, ...(report && { report }) }))
    }
  } finally {
    await scanner.close()
  }
  return found
}
