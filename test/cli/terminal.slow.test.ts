import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needs } from './needs.ts'
import { MAIN, PROBES, runAssay, startAssay, writeFolder } from './run-assay.ts'

const ESCAPE = '\u001b['

test.each([
  { name: 'a pipe has none', words: [], env: {}, colors: false },
  { name: '--color', words: ['--color'], env: {}, colors: true },
  { name: 'FORCE_COLOR', words: [], env: { FORCE_COLOR: '1' }, colors: true },
  { name: 'FORCE_COLOR=0', words: [], env: { FORCE_COLOR: '0' }, colors: false },
  { name: 'NO_COLOR before FORCE_COLOR', words: [], env: { NO_COLOR: '1', FORCE_COLOR: '1' }, colors: false },
  { name: 'the flag before NO_COLOR', words: ['--color'], env: { NO_COLOR: '1' }, colors: true },
  { name: 'the flag before FORCE_COLOR', words: ['--no-color'], env: { FORCE_COLOR: '1' }, colors: false },
])('colours: $name', async ({ words, env, colors }) => {
  const cwd = writeFolder({ 'a.js': 'probe_high' })
  const { stdout } = await runAssay(['scan', ...PROBES, ...words], { cwd, env })
  expect(stdout.includes(ESCAPE)).toBe(colors)
  const list = await runAssay(['rules', 'list', ...PROBES, ...words], { cwd, env })
  expect(list.stdout.includes(ESCAPE)).toBe(colors)
})

/** Runs the command in a terminal of 60 columns and returns its output. */
function runInTerminal(words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const command = ['stty cols 60;', process.execPath, MAIN, ...words].join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env: { PATH: process.env.PATH ?? '', TERM: 'xterm', ...env } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', () => resolve(output)))
}

const hasScript = needs(existsSync('/usr/bin/script'), 'there is no /usr/bin/script to open a terminal with')
const manyFiles = Object.fromEntries(
  Array.from({ length: 400 }, (_, index) => [`a-folder-with-a-long-name/${'deep'.repeat(9)}/file-${index}.js`, 'probe_low(f)\n'.repeat(2000)]),
)

test.runIf(hasScript)('a terminal gets colours, and a progress line that fits and is cleared', async () => {
  const output = await runInTerminal(['scan', ...PROBES, '.'], writeFolder({ ...manyFiles, 'a.js': 'probe_high' }))
  expect(output).toContain(ESCAPE)
  const drawn = [...output.matchAll(/\r(Scanning: [^\r\u001b]*)/g)].map((match) => match[1])
  for (const line of drawn) expect(line.length).toBeLessThan(60)
  expect(drawn.length).toBeGreaterThan(0)
  expect(output.lastIndexOf(`\r${ESCAPE}K`)).toBeGreaterThan(output.lastIndexOf('Scanning: '))
})

test.runIf(hasScript).each([
  { name: 'a dumb terminal', words: [], env: { TERM: 'dumb' } },
  { name: 'NO_COLOR and --quiet', words: ['--quiet'], env: { NO_COLOR: '1' } },
])('$name gets neither colours nor progress', async ({ words, env }) => {
  const output = await runInTerminal(['scan', ...PROBES, ...words, '.'], writeFolder({ ...manyFiles, 'a.js': 'probe_high' }), env)
  expect(output).not.toContain('\u001b')
  expect(output).not.toContain('Scanning:')
})

test.runIf(hasScript)('the table of rules fits the terminal', async () => {
  const output = await runInTerminal(['rules', 'list', ...PROBES, '--no-color'], writeFolder({}))
  const lines = output.split(/\r?\n/).filter((line) => line.startsWith('probe'))
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
})

test('a closed pipe is no error, and the exit code stays the same', async () => {
  const cwd = writeFolder({ 'a.js': 'probe_high\n'.repeat(900), 'b.js': 'probe_high\n'.repeat(900) })
  const child = startAssay(['scan', ...PROBES, '--format', 'json'], { cwd })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout?.destroy()
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^assay: failed: .*\n$/) })
})

test.each([
  { name: 'SIGINT', signal: 'SIGINT', code: 130 },
  { name: 'SIGTERM', signal: 'SIGTERM', code: 143 },
] as const)('$name stops a scan, which reports that and nothing else', async ({ signal, code }) => {
  const cwd = writeFolder({ 'a.js': 'f()' })
  // It waits for standard input, so it is certainly running when the signal is sent.
  const child = startAssay(['scan', '-', '--stdin-filename', 'b.js', ...PROBES], { cwd })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin?.write('f()\n')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  child.kill(signal)
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(code)
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'assay: stopped.\n' })
})

test('SIGINT in the middle of files stops between two of them', async () => {
  const folders = Array.from({ length: 700 }, (_, index) => [
    `f${index}.js`,
    `${'function f(a) { return [a, { b: probe_low(a) }] }\n'.repeat(4000)}// ${index}\n`,
  ])
  const cwd = writeFolder(Object.fromEntries(folders))
  const child = startAssay(['scan', ...PROBES], { cwd })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  // A fast machine may have finished already.
  if (code !== 0) expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringMatching(/^assay: .*stopped/) })
})

test('names that would move the cursor are shown escaped', async () => {
  const cwd = writeFolder({ 'bad\u001b[2Jname.js': 'probe_high' })
  const { stdout, stderr } = await runAssay(['scan', ...PROBES], { cwd })
  expect(stdout + stderr).not.toContain('\u001b')
  const missing = await runAssay(['scan', 'no\u001b[2J'], { cwd })
  expect(missing.stderr).not.toContain('\u001b')
  expect(missing.stderr).toContain('␛[2J')
})
