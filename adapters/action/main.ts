import { fileURLToPath } from 'node:url'
import { runAction } from './run-action.ts'
import { tellRunner } from './tell-runner.ts'

/** The repository that contains the bundle `adapters/action/bundle/index.js`. */
const ownRoot = fileURLToPath(new URL('../../..', import.meta.url))

try {
  process.exitCode = await runAction(process.env, ownRoot)
} catch (error) {
  tellRunner('error', error instanceof Error ? error.message : 'The step failed.')
  process.exitCode = 1
}
