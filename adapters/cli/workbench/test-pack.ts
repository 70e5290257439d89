import type { Diagnostic } from '../../../src/node/index.ts'
import type { FixtureCases, FixtureDifference, FixtureFile, Survivor } from '../../../src/testing/index.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import type { OpenPack } from './open-pack.ts'

/** The test of one rule. */
export interface RuleTest {
  readonly rule: string
  /** Path of the rule's file. */
  readonly file: string
  readonly passed: boolean
  readonly cases: readonly FixtureCases[]
  readonly differences: readonly FixtureDifference[]
  /** All that is wrong, with paths from the folder of the rule's sample code. */
  readonly diagnostics: readonly Diagnostic[]
  /** Undefined if it was not measured. */
  readonly coverage?: ClauseCoverage
}

/** Which clauses of a rule have an effect on its sample code. */
export interface ClauseCoverage {
  readonly clauses: number
  readonly uncovered: readonly Survivor[]
}

/** Compares the rules of a pack with their sample code, one after the other. Throws `RuleError` with all mistakes of the rules. */
export async function* testPack(
  pack: OpenPack,
  coverage: boolean,
  library: LibraryModules,
): AsyncGenerator<RuleTest & { readonly files: readonly FixtureFile[] }> {
  const { judgeFixtures, mutateRule } = await library.testing()
  const scanner = await pack.createScanner(pack.folder)
  try {
    for (const rule of pack.rules) {
      const { id, file } = rule
      const files = pack.samplesOf(id) ?? []
      const isIdle = !scanner.rules.some((each) => each.id === id)
      if (isIdle) continue
      const { diagnostics, cases, differences } = await judgeFixtures({ rules: [id], files, scanner })
      const passed = diagnostics.length === 0
      // The clauses of a rule that is wrong about its samples are not known to be good.
      const mutated = coverage && passed ? await mutateRule({ rule, files, folder: pack.folder, createScanner: pack.createScanner }) : undefined
      const measured = mutated && { coverage: { clauses: mutated.tried, uncovered: mutated.survivors } }
      yield { rule: id, file: file.path, passed, cases, differences, diagnostics, ...measured, files }
    }
  } finally {
    await scanner.close()
  }
}
