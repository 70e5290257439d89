import { join } from 'node:path'
import { readFixtures, type RuleFixtures, type SourceFile } from '../../src/node/index.ts'
import { prepareFixtures } from '../../src/testing/prepare-fixtures.ts'
import { root } from '../../tools/root.mjs'

/** The sample code of each rule. */
export function readSamples(): readonly RuleFixtures[] {
  return readFixtures(join(root, 'fixtures/rules'))
}

/** Files of a rule's sample code that are scanned together. */
export interface Sample {
  readonly name: string
  readonly files: readonly SourceFile[]
}

/** The sample code of all rules, by files that are scanned together. */
export function prepareSamples(): readonly Sample[] {
  return readSamples().flatMap(({ rule, files }) =>
    prepareFixtures(files).projects.map((project) => ({ name: `${rule}/${project.prefix}`, files: project.files })),
  )
}
