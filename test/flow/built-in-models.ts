import { fileURLToPath } from 'node:url'
import type { PackFile } from '../../src/index.ts'
import { readRuleFolder } from '../../src/node/index.ts'

/** The models of library functions in this package. */
export const builtInModels: readonly PackFile[] = readRuleFolder(fileURLToPath(new URL('../../rules', import.meta.url)), true, 'rules').models ?? []
