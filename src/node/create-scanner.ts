import type { Scanner } from '../index.ts'
import { assembleScanner } from '../engine.ts'
import { createCachedExaminer } from './cached-examiner.ts'
import { openDiskFlowStore } from './disk-flow-store.ts'
import { openDiskStore } from './disk-store.ts'
import { readMixedFolders } from './import-foreign.ts'
import { createPoolExaminer, type PoolExaminer } from './pool-examiner.ts'
import { createMemoryStore, type ReportStore } from './report-store.ts'
import { readChosenRules } from './scanner-data.ts'
import { checkScannerOptions, type ScannerOptions } from './scanner-options.ts'

/**
 * Creates a scanner from packs by name and rule folders on disk. No data leaves the machine. Throws `RuleError` with all mistakes in rules,
 * `RuleFolderError` if a folder cannot be read, and `TypeError` for unknown or invalid options.
 *
 * @example
 * ```ts
 * import { createScanner } from 'assay'
 *
 * const scanner = await createScanner({ packs: ['public'] })
 * const content = "app.get('/', (req) => require('child_process').exec('ls ' + req.query.dir))"
 * const result = await scanner.scan([{ path: 'app.js', content }])
 * console.log(result.grade, result.findings.map(({ rule, line }) => `${rule} in line ${line}`)) // → D [ 'command-injection in line 1' ]
 * await scanner.close()
 * ```
 */
export async function createScanner(options: ScannerOptions = {}): Promise<Scanner> {
  checkScannerOptions(options)
  const { workers = 0, cache, onCacheFault, onRuleCache, onImport, rules: paths = [], ...choice } = options
  const { folders, imported } = await readMixedFolders(paths, choice.linksWithin)
  if (imported !== undefined) onImport?.(imported)
  const rules = { ...choice, folders: [...folders, ...(choice.folders ?? [])] }
  const { data, own: ownRules, identity } = readChosenRules(rules, onRuleCache)
  let pool: PoolExaminer | undefined
  const id = cache === undefined ? '' : identity()
  const flowCache = typeof cache === 'string' ? { folder: cache, identity: id } : undefined
  const flowStore = flowCache && openDiskFlowStore(flowCache)
  const scanner = await assembleScanner({ ...data, flowStore }, (own) => {
    if (workers > 0) pool = createPoolExaminer(own, { workers, packs: data.packs, own: ownRules, flowCache })
    const worker = pool ?? own
    return cache === undefined ? worker : createCachedExaminer(worker, openStore(cache, onCacheFault), id)
  })
  return {
    ...scanner,
    close: async () => {
      await pool?.close()
      await scanner.close()
    },
  }
}

function openStore(cache: string | number, onCacheFault: (detail: string) => void = () => undefined): ReportStore {
  return typeof cache === 'number' ? createMemoryStore(cache) : openDiskStore(cache, onCacheFault)
}
