import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { ActionInputs, Environment } from './read-inputs.ts'

/** Where one scan leaves what the step tells of it. */
export interface ReportFiles {
  readonly json: string
  readonly markdown: string
  readonly github: string
}

/** Runs one scan that writes all reports, and gives its exit code; that of a command that cannot be started or is stopped is none. */
export function runCommand(inputs: ActionInputs, files: ReportFiles, env: Environment): Promise<number | undefined> {
  const [program, ...words] = [...findProgram(inputs, env), ...toWords(inputs, files)]
  const key = inputs.apiKey === '' ? {} : { ASSAY_API_KEY: inputs.apiKey }
  // What the step was given is not for the command: the token opens the repository.
  const passed = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')))
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env: { ...passed, ...key }, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => reject(new Error(`Assay cannot be started: ${error.message}`)))
    child.on('close', (code) => resolve(code ?? undefined))
  })
}

function findProgram({ command, version }: ActionInputs, env: Environment): [string, ...string[]] {
  const [first, ...rest] = command.split(/\s+/).filter((word) => word !== '')
  if (first !== undefined) return [first, ...rest]
  return [...findNpx(env), '--yes', `assay@${version}`]
}

/** Without a shell, which would read inputs as commands; on Windows npx is a script of one, so what it runs is run itself. */
function findNpx(env: Environment): [string, ...string[]] {
  if (process.platform !== 'win32') return ['npx']
  const folder = (env.PATH ?? env.Path ?? '').split(delimiter).find((each) => existsSync(join(each, 'npx.cmd'))) ?? dirname(process.execPath)
  return [join(folder, 'node.exe'), join(folder, 'node_modules/npm/bin/npx-cli.js')]
}

function toWords(inputs: ActionInputs, files: ReportFiles): readonly string[] {
  const { paths, packs, rules, failOn, minGrade, baseline, since, sarifFile, server } = inputs
  const reports = [`json=${files.json}`, `markdown=${files.markdown}`, `github=${files.github}`, ...(sarifFile === '' ? [] : [`sarif=${sarifFile}`])]
  const single = { '--fail-on': failOn, '--min-grade': minGrade, '--baseline': baseline, '--since': since, '--server': server }
  return [
    'scan',
    ...reports.map((report) => `--output=${report}`),
    ...packs.map((pack) => `--pack=${pack}`),
    ...rules.map((path) => `--rules=${path}`),
    ...Object.entries(single).flatMap(([flag, value]) => (value === '' ? [] : [`${flag}=${value}`])),
    '--',
    ...paths,
  ]
}
