export * from '../index.ts'
export { createScanner } from './create-scanner.ts'
export type { ScannerOptions } from './scanner-options.ts'
export { type ForeignRules, importForeign, type ImportForeignOptions } from './import-foreign.ts'
export { flowStoreFolder } from './disk-flow-store.ts'
export { cacheFile } from './disk-store.ts'
export { type ArchiveFault, type ArchiveLimits, type ArchiveRead, readArchive } from './read-archive.ts'
export { filterTree } from './filter-tree.ts'
export { type ListedModels, listModels } from './list-models.ts'
export { listFiles, type ListFilesOptions } from './list-files.ts'
export { locateRules } from './locate-rules.ts'
export { findSettings, loadSettings, type LoadSettingsOptions, SettingsError } from './load-settings.ts'
export { findProjectRoot, isWithin, leadsOutside } from './project-root.ts'
export { prepareTriage, readTriageData } from './prepare-triage.ts'
export { readFixtures, type RuleFixtures } from './read-fixtures.ts'
export { FileShapeError, readRegularBytes, readRegularFile } from './read-regular-file.ts'
export { readRuleFolder, RuleFolderError } from './read-rule-folder.ts'
export { PathError } from './resolve-paths.ts'
export type { RuleCacheOutcome } from './rule-cache.ts'
export type { ScanJob, ScanReply } from './scan-job.ts'
export {
  countLongThreads,
  createScanPool,
  type ScanAdmission,
  type ScanPool,
  type ScanPoolOptions,
  type ScanRequest,
  sizeOf as sizeOfScan,
} from './scan-pool.ts'
export type { TaskOutcome } from './task-outcome.ts'
export { tuneProcess } from './tune-process.ts'
export type { WalkOptions, WalkSummary } from './walk-files.ts'
export type { PoolState } from './worker-pool.ts'
