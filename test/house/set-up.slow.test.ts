import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

/** A repository with the project's tools, and an npm that records its calls and installs the content of the lock file. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-set-up-'))
  cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true })
  write('package.json', JSON.stringify({ name: 'small', type: 'module', engines: { node: '>=20.19' } }))
  write('package-lock.json', lockOf({ a: { version: '1.0.0' }, b: { version: '2.0.0', optional: true } }))
  write(
    'npm.cjs',
    `const fs = require('fs')
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
if (fs.existsSync('npm-fails')) process.exit(1)
fs.mkdirSync('node_modules/a', { recursive: true })
fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('installing', () => {
  const CASES = [
    { name: 'installs when node_modules is missing', before: () => {}, calls: 1 },
    { name: 'does nothing when all is there', before: () => install(), calls: 0 },
    { name: 'does nothing when an optional package is for another platform', before: () => installed({ a: { version: '1.0.0' } }), calls: 0 },
    { name: 'installs if the lock file has another version', before: () => installed({ a: { version: '0.9.0' } }), calls: 1 },
    { name: 'installs when the lock file has a package more', before: () => installed({}), calls: 1 },
    { name: 'installs when a folder was removed', before: () => [install(), rmSync(join(folder, 'node_modules/a'), { recursive: true })], calls: 1 },
  ]

  it.each(CASES)('$name', ({ before, calls }) => {
    before()
    rmSync(join(folder, 'calls'), { force: true })
    expect(install()).toMatchObject({ status: 0, stdout: '' })
    expect(npmCalls()).toEqual(Array(calls).fill('ci --ignore-scripts --include=dev --no-audit --no-fund --location=project --no-global'))
  })

  it('ends with code 1 and a message if npm fails', () => {
    write('npm-fails', '')
    const { status, stderr } = install()
    expect(status).toBe(1)
    expect(stderr).toContain('npm ci --ignore-scripts --include=dev --no-audit --no-fund --location=project --no-global failed')
  })

  it('refuses a too old Node first', () => {
    write('package.json', JSON.stringify({ name: 'small', type: 'module', engines: { node: '>=99.1' } }))
    const { status, stderr } = install()
    expect(status).toBe(1)
    expect(stderr).toContain(`Node >=99.1 is needed, this is ${process.versions.node}`)
    expect(npmCalls()).toEqual([])
  })

  function installed(packages: Record<string, object>) {
    install()
    write('node_modules/.package-lock.json', lockOf(packages))
  }
})

describe('a step of the build', () => {
  const CASES = [
    { name: 'does not run twice', change: () => {}, runs: 1 },
    { name: 'does not run for a touched input', change: () => utimesSync(join(folder, 'in/a'), 1, 1), runs: 1 },
    { name: 'runs when an input changed', change: () => write('in/a', 'other'), runs: 2 },
    { name: 'runs when an input was added', change: () => write('in/deeper/b', ''), runs: 2 },
    { name: 'runs if an output is missing', change: () => rmSync(join(folder, 'out')), runs: 2 },
    { name: 'runs when an output was edited', change: () => write('out', 'edited'), runs: 2 },
  ]

  it.each(CASES)('$name', ({ change, runs }) => {
    write('in/a', 'one')
    expect(step().status).toBe(0)
    change()
    expect(step().status).toBe(0)
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('ran\n'.repeat(runs))
  })

  it('runs again after it failed', () => {
    write('in/a', 'one')
    write('step-fails', '')
    expect(step().status).toBe(1)
    rmSync(join(folder, 'step-fails'))
    expect(step().status).toBe(0)
    expect(existsSync(join(folder, 'out'))).toBe(true)
  })

  function step() {
    write(
      'tools/step.mjs',
      `import fs from 'node:fs'
import { runWhenStale } from './up-to-date.mjs'
runWhenStale({ name: 'step', inputs: ['in', 'nowhere'], outputs: ['out'], run() {
  fs.appendFileSync('runs', 'ran\\n')
  if (fs.existsSync('step-fails')) throw new Error('fails')
  fs.writeFileSync('out', 'made')
} })`,
    )
    return node('tools/step.mjs')
  }
})

describe('the build of this repository', () => {
  it('reports that everything is up to date, and does nothing', () => {
    const made = join(root, 'dist/grammars/tree-sitter-python.wasm')
    const before = statSync(made).mtimeMs
    const again = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: root, encoding: 'utf8' })
    expect(again).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(statSync(made).mtimeMs).toBe(before)
  })
})

describe('the last line of CI', () => {
  const test = (numPassedTests: number, numFailedTests: number, more = {}) => ({
    numPassedTests,
    numFailedTests,
    numPendingTests: 0,
    testResults: [],
    ...more,
  })
  const unloaded = { testResults: [{ status: 'failed', assertionResults: [] }] }
  const CASES = [
    {
      name: 'counts passed tests',
      results: { tests: test(7, 0), check: { passed: 3, failed: 0 } },
      steps: ['tests=0', 'check=0'],
      line: '10 passed, 0 failed',
    },
    {
      name: 'counts failed tests',
      results: { tests: test(7, 2), check: { passed: 3, failed: 1 } },
      steps: ['tests=1', 'check=1'],
      line: '10 passed, 3 failed',
    },
    { name: 'counts a step that left no figures', results: {}, steps: ['build=0', 'tests=1'], line: '0 passed, 1 failed' },
    { name: 'counts a crash after good figures', results: { tests: test(7, 0) }, steps: ['tests=1'], line: '7 passed, 1 failed' },
    { name: 'counts a test file that does not load', results: { tests: test(7, 0, unloaded) }, steps: ['tests=1'], line: '7 passed, 1 failed' },
    {
      name: 'counts a skipped test as failed',
      results: { tests: test(7, 0, { numPendingTests: 2 }) },
      steps: ['tests=0'],
      line: '7 passed, 2 failed',
    },
  ]

  it.each(CASES)('$name', ({ results, steps, line }) => {
    for (const [name, told] of Object.entries(results)) write(`.cache/results/${name}.json`, JSON.stringify(told))
    const { stdout, status } = node('tools/count-results.mjs', ...steps)
    expect(stdout).toBe(`${line}\n`)
    expect(status).toBe(line.endsWith(' 0 failed') ? 0 : 1)
  })
})

function install() {
  return node('tools/install.mjs')
}

function node(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_execpath: join(folder, 'npm.cjs') } })
}

function npmCalls(): string[] {
  const calls = join(folder, 'calls')
  return existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []
}

function lockOf(packages: Record<string, object>): string {
  return JSON.stringify({
    packages: { '': {}, ...Object.fromEntries(Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry])) },
  })
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
