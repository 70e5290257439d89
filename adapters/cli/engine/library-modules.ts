/** Modules that commands load lazily: `assay --version` loads none, and a scan does not load the server. */
export interface LibraryModules {
  engine(): Promise<Engine>
  service(): Promise<Service>
  triage(): Promise<TriageModule>
  testing(): Promise<Testing>
  lsp(): Promise<Lsp>
  mcp(): Promise<Mcp>
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
  | 'detectFormat'
  | 'DEFAULT_LIMITS'
  | 'filterTree'
  | 'findProjectRoot'
  | 'findSettings'
  | 'flowStoreFolder'
  | 'focusResult'
  | 'hideFindings'
  | 'importForeign'
  | 'isLockFile'
  | 'isTestCode'
  | 'isWithin'
  | 'languageOf'
  | 'leadsOutside'
  | 'lintRules'
  | 'limitFindings'
  | 'listFiles'
  | 'listModels'
  | 'loadSettings'
  | 'locateRules'
  | 'matchBaseline'
  | 'matchIdGlob'
  | 'matchPaths'
  | 'mergeResults'
  | 'nearestWord'
  | 'prepareTriage'
  | 'readArchive'
  | 'readFixtures'
  | 'readPlaces'
  | 'readRegularBytes'
  | 'readRegularFile'
  | 'readRuleFolder'
  | 'readRules'
  | 'readSettings'
  | 'renderExplanation'
  | 'renderReport'
  | 'RuleError'
  | 'touchesLines'
  | 'triageResult'
  | 'writeRule'
>

/** What it uses of the triage by a language model. */
export type TriageModule = Pick<
  typeof import('../../triage/index.ts'),
  'createModelTriage' | 'listRequests' | 'readTriageSettings' | 'TRIAGE_KEY' | 'TriageSettingsError'
>

/** The server for editors. */
export type Lsp = Pick<typeof import('../../lsp/index.ts'), 'serveLsp'>

/** The server for coding agents. */
export type Mcp = Pick<typeof import('../../mcp/index.ts'), 'serveMcp' | 'ToolError'>

/** The functions for tests of rules that the command line uses. */
export type Testing = Pick<
  typeof import('../../../src/testing/index.ts'),
  'judgeFixtures' | 'judgeModels' | 'lintFixtures' | 'mutateRule' | 'prepareFixtures' | 'updateMarkers'
>

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
