/** Modules that commands load lazily: `assay --version` loads none, and a scan does not load the server. */
export interface Doors {
  engine(): Promise<Engine>
  service(): Promise<Service>
  triage(): Promise<TriageDoor>
  testing(): Promise<Testing>
}

/** The library functions that the command line uses. */
export type Engine = Pick<
  typeof import('../../../src/node/index.ts'),
  | 'applyFixes'
  | 'applySettings'
  | 'cacheFile'
  | 'CODE_LANGUAGES'
  | 'createPackageFinder'
  | 'createScanner'
  | 'DEFAULT_LIMITS'
  | 'filterTree'
  | 'findProjectRoot'
  | 'findSettings'
  | 'flowStoreFolder'
  | 'focusResult'
  | 'hideFindings'
  | 'isLockFile'
  | 'isTestCode'
  | 'isWithin'
  | 'languageOf'
  | 'leadsOutside'
  | 'limitFindings'
  | 'listFiles'
  | 'listModels'
  | 'loadSettings'
  | 'matchBaseline'
  | 'matchIdGlob'
  | 'matchPaths'
  | 'mergeResults'
  | 'nearestWord'
  | 'prepareTriage'
  | 'readArchive'
  | 'readPlaces'
  | 'readRegularBytes'
  | 'readRegularFile'
  | 'readRuleFolder'
  | 'readSettings'
  | 'renderReport'
  | 'RuleError'
  | 'touchesLines'
  | 'triageResult'
>

/** What it uses of the triage by a language model. */
export type TriageDoor = Pick<
  typeof import('../../triage/index.ts'),
  'createModelTriage' | 'listRequests' | 'readTriageSettings' | 'TRIAGE_KEY' | 'TriageSettingsError'
>

/** The functions for tests of rules that the command line uses. */
export type Testing = Pick<typeof import('../../../src/testing/index.ts'), 'judgeModels'>

/** The functions of the HTTP adapter that the command line uses. */
export type Service = Pick<
  typeof import('../../http/index.ts'),
  | 'createAccountStore'
  | 'createKeyStore'
  | 'createLog'
  | 'DatabaseError'
  | 'DEFAULT_PLANS'
  | 'defaultDatabase'
  | 'migrateKeys'
  | 'openAccounts'
  | 'openDatabase'
  | 'openKeyStore'
  | 'readServerSettings'
  | 'SCOPES'
  | 'startServer'
  | 'startWorker'
>
