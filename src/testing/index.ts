export type { FixtureCases } from './count-cases.ts'
export { type FixtureInput, type FixtureReport, judgeFixtures } from './judge-fixtures.ts'
export type { FixtureFile } from './prepare-fixtures.ts'
export { judgeModels, type ModelInput, type ModelReport } from './judge-models.ts'
