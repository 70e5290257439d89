// Adds up the results of the steps of `.ci/run` in `.cache/results/`. Arguments: `<name>=<exit code>` for each step. Prints `N passed, N failed`. A
// skipped test counts as failed, because it proves nothing on this machine.
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

/** A failed step counts as at least one failure, even without figures or with only good ones (a crash after the last test). */
function countStep(name, code) {
  const file = join(root, '.cache/results', `${name}.json`)
  const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const passed = told.numPassedTests ?? told.passed ?? 0
  // A test file that does not load has no failed tests: vitest counts it as a suite. Pending tests are skipped ones.
  const tests = (told.numFailedTests ?? told.failed ?? 0) + (told.numPendingTests ?? 0)
  const broken = (told.testResults ?? []).filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
  const bad = tests + broken
  return { passed, failed: code !== 0 && bad === 0 ? 1 : bad }
}
