// For `.ci/run`, when the slow tests fail. Runs the test files again whose process ended before their last test (a crash of Node or of a native module),
// and writes the results of both runs to `.cache/results/slow.json`. Tests that failed are not run again. Prints which files were lost. Exit code 0 if
// every test of both runs passed.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const results = join(root, '.cache/results/slow.json')
const repeated = join(root, '.cache/results/slow-repeated.json')

/** Vitest reports tests that were queued or running at the end as pending. */
const isLost = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending')

const first = JSON.parse(readFileSync(results, 'utf8'))
const lost = first.testResults.filter(isLost).map(({ name }) => name)
if (lost.length === 0) process.exit(1)
console.log(`The process of these test files ended before their last test. They run again:\n${lost.join('\n')}`)
const run = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.slow.config.ts', ...lost]
const { status } = spawnSync(process.execPath, [...run, '--reporter=default', '--reporter=json', `--outputFile.json=${repeated}`], {
  cwd: root,
  stdio: 'inherit',
})
const second = JSON.parse(readFileSync(repeated, 'utf8'))
const testResults = [...first.testResults.filter((file) => !isLost(file)), ...second.testResults]
const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
const count = (wanted) => tests.filter((test) => test.status === wanted).length
const [numPassedTests, numFailedTests] = [count('passed'), count('failed')]
const counts = { numPassedTests, numFailedTests, numPendingTests: tests.length - numPassedTests - numFailedTests }
writeFileSync(results, JSON.stringify({ ...first, ...counts, testResults }))
process.exit(numFailedTests > 0 ? 1 : (status ?? 1))
