export { type AnswerCache, createFolderCache, createMemoryCache } from './answer/open-answer-cache.ts'
export { createModelTriage, type ModelTriageOptions } from './create-model-triage.ts'
export { listRequests, type PlannedRequest } from './list-requests.ts'
export { readTriageSettings, TRIAGE_KEY, TriageSettingsError, type TriageSettingsSource } from './settings/read-triage-settings.ts'
export {
  DEFAULT_BASE_URLS,
  DEFAULT_TRIAGE,
  type Provider,
  PROVIDERS,
  type TriageBudget,
  type TriagePrices,
  type TriageSettings,
} from './settings/triage-settings.ts'
