import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../tools/root.mjs'
import { probeRule, writeFolder } from '../cli/run-assay.ts'
import { runStep, startGithub } from './run-step.ts'

const SETTINGS = 'packs: []\nrules: [rules]\n'
const PROJECT = {
  'src/a.js': 'probe_high\nprobe_low\n',
  'rules/probe-high.yaml': probeRule('high'),
  'rules/probe-low.yaml': probeRule('low'),
  'assay.config.yaml': SETTINGS,
  'event.json': '{"pull_request": {"number": 7}}',
}

test('the bundle is that of its sources', () => {
  execFileSync(process.execPath, ['tools/bundle-action.mjs', '--check'], { cwd: root, stdio: 'pipe' })
})

test('action.yml names inputs and outputs that the action has', () => {
  const { inputs, outputs, runs } = parse(readFileSync(join(root, 'adapters/action/action.yml'), 'utf8'))
  const reader = readFileSync(join(root, 'adapters/action/read-inputs.ts'), 'utf8')
  const teller = readFileSync(join(root, 'adapters/action/run-action.ts'), 'utf8')
  for (const name of Object.keys(inputs)) expect(reader).toContain(`'${name}'`)
  for (const name of Object.keys(outputs)) expect(teller).toMatch(new RegExp(`\\b'?${name}'?:`))
  expect(runs).toEqual({ using: 'node20', main: 'bundle/index.js' })
})

test('one scan gives outputs, annotations, summary and SARIF, and its findings fail the job', async () => {
  const cwd = writeFolder(PROJECT)
  const { code, stdout, summary, outputs } = await runStep({}, cwd)
  expect(code, stdout).toBe(1)
  expect(outputs).toEqual({
    grade: 'B',
    score: '89',
    'critical-count': '0',
    'high-count': '1',
    'medium-count': '0',
    'low-count': '1',
    'listed-count': '2',
    'sarif-file': 'assay.sarif',
  })
  expect(stdout).toMatch(/^::error file=src\/a\.js,line=1/m)
  expect(stdout).toContain('::error title=Assay::Grade B, score 89 of 100, 2 findings listed')
  expect(summary).toContain('pie showData')
  expect(summary).toContain('## Assay: grade B')
  expect(JSON.parse(readFileSync(join(cwd, 'assay.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
})

test.each([
  { name: 'a threshold', inputs: { 'fail-on': 'critical' }, code: 0 },
  { name: 'a grade', inputs: { 'min-grade': 'A' }, code: 1 },
  { name: 'paths, one a line', inputs: { path: 'src\nrules', 'fail-on': 'never' }, code: 0 },
  { name: 'a path that is not there', inputs: { path: 'nowhere' }, code: 1 },
  { name: 'an unknown value', inputs: { 'fail-on': 'hihg' }, code: 1 },
  { name: 'a switch that is neither true nor false', inputs: { comment: 'perhaps' }, code: 1 },
  { name: 'an option in a value', inputs: { path: '--help' }, code: 1 },
  { name: 'no SARIF', inputs: { 'sarif-file': '', 'fail-on': 'never' }, code: 0 },
])('inputs: $name', async ({ inputs, code }) => {
  const cwd = writeFolder(PROJECT)
  const step = await runStep(inputs, cwd)
  expect(step.code, step.stdout).toBe(code)
})

test.each([
  { name: 'is not there', command: 'no-such-command-of-assay', says: 'Assay cannot be started' },
  { name: 'passes and leaves no result', command: 'true', says: 'failed without a result' },
  { name: 'is killed', command: `${process.execPath} CWD/kill.cjs`, says: 'failed without a result' },
  { name: 'leaves half of a result', command: `${process.execPath} CWD/half.cjs`, says: 'failed without a result' },
])('a command that $name fails the job', async ({ command, says }) => {
  const half =
    "const out = process.argv.find((word) => word.startsWith('--output=json=')); require('fs').writeFileSync(out.slice(14), '{\"grade\": \"A+\"')"
  const cwd = writeFolder({ ...PROJECT, 'kill.cjs': "process.kill(process.pid, 'SIGKILL')", 'half.cjs': half })
  const { code, stdout, outputs } = await runStep({ command: command.replace('CWD', cwd) }, cwd)
  expect({ code, outputs }).toEqual({ code: 1, outputs: {} })
  expect(stdout).toContain(says)
})

test('one comment is written and updated, among many others', async () => {
  const cwd = writeFolder(PROJECT)
  const github = await startGithub()
  const env = {
    GITHUB_EVENT_PATH: join(cwd, 'event.json'),
    ...github.env,
    GITHUB_WORKFLOW: 'w',
    GITHUB_JOB: 'j',
  }
  await runStep({ comment: 'true', token: 'secret-token' }, cwd, env)
  expect(github.ours()).toEqual([expect.stringMatching(/^<!-- assay \S+ -->\n## Assay: grade B/)])
  expect(github.asked.at(-1)).toBe('POST /repos/me/it/issues/7/comments Bearer secret-token')
  writeFileSync(join(cwd, 'src/a.js'), 'let a\n')
  const second = await runStep({ comment: 'true', token: 'secret-token' }, cwd, env)
  expect(second.code, second.stdout).toBe(0)
  expect(github.ours()).toEqual([expect.stringContaining('## Assay: grade A+')])
  await runStep({ comment: 'true', token: 'secret-token' }, cwd, { ...env, GITHUB_JOB: 'other' })
  expect(github.ours()).toHaveLength(2)
})

test.each([
  { name: 'a refusal is a warning', refusals: 9, status: 403, comments: 0, warning: 'GitHub returned status 403. Give the job' },
  { name: 'a fault is tried again', refusals: 1, status: 502, comments: 1, warning: undefined },
])('comments: $name', async ({ refusals, status, comments, warning }) => {
  const cwd = writeFolder(PROJECT)
  const github = await startGithub({ refusals, status })
  const env = { GITHUB_EVENT_PATH: join(cwd, 'event.json'), ...github.env }
  const { code, stdout } = await runStep({ comment: 'true', token: 't', 'fail-on': 'never' }, cwd, env)
  expect(code).toBe(0)
  expect(github.ours()).toHaveLength(comments)
  if (warning !== undefined) expect(stdout).toContain(warning)
})

test('a run without a pull request says so', async () => {
  const cwd = writeFolder({ ...PROJECT, 'event.json': '{}' })
  const { stdout } = await runStep({ comment: 'true', token: 't' }, cwd, { GITHUB_EVENT_PATH: join(cwd, 'event.json') })
  expect(stdout).toContain('::warning title=Assay::This run does not belong to a pull request')
})

test('a key is masked in the log, and only the command gets it', async () => {
  const cwd = writeFolder({
    ...PROJECT,
    'tell.cjs': "console.log('key', process.env.ASSAY_API_KEY?.length, Object.keys(process.env).filter((name) => name.startsWith('INPUT_')).length)",
  })
  const { stdout } = await runStep({ command: `${process.execPath} ${join(cwd, 'tell.cjs')}`, 'api-key': 'hush-hush' }, cwd)
  expect(stdout).toContain('::add-mask::hush-hush\n')
  expect(stdout).toContain('key 9 0')
  expect(existsSync(join(cwd, 'assay.sarif'))).toBe(false)
})
