import { readFileSync } from 'node:fs'
import { runAction } from './run-action.ts'
import { tellRunner } from './tell-runner.ts'

/** Of the repository that the action comes with. */
function readVersion(): string {
  const about: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const version = typeof about === 'object' && about !== null && 'version' in about ? about.version : undefined
  return typeof version === 'string' ? version : 'latest'
}

try {
  process.exitCode = await runAction(process.env, readVersion())
} catch (error) {
  tellRunner('error', error instanceof Error ? error.message : 'The step failed.')
  process.exitCode = 1
}
