// Adds up what the steps of `.ci/run` left in `.cache/results/`. Arguments: `<name>=<exit code>` for each step. Prints `N passed, N failed`; a
// test that is skipped counts as failed: what this machine cannot try is not proven.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const steps = process.argv.slice(2).map((argument) => {
  const [name = '', code] = argument.split('=')
  return countStep(name, Number(code))
})
const failed = steps.reduce((sum, step) => sum + step.failed, 0)
console.log(`${steps.reduce((sum, step) => sum + step.passed, 0)} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** A step that ended badly counts as one failure at least, also when it left no figures or only good ones (a crash after the last test). */
function countStep(name, code) {
  const file = join(root, '.cache/results', `${name}.json`)
  const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const passed = told.numPassedTests ?? told.passed ?? 0
  // A test file that does not load has no tests to fail: vitest counts it as a suite. Pending ones are those that were skipped.
  const tests = (told.numFailedTests ?? told.failed ?? 0) + (told.numPendingTests ?? 0)
  const broken = (told.testResults ?? []).filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
  const bad = tests + broken
  return { passed, failed: code !== 0 && bad === 0 ? 1 : bad }
}
