import { join } from 'node:path'
import { readFixtures, type RuleFixtures } from '../../src/node/index.ts'
import { root } from '../../tools/root.mjs'

/** Projects whose data flow crosses files. */
export function readProjects(): { readonly name: string; readonly files: RuleFixtures['files'] }[] {
  return readFixtures(join(root, 'fixtures/projects')).map(({ rule, files }) => ({ name: rule, files }))
}
