import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepComment } from './keep-comment.ts'
import { type ActionInputs, type Environment, readInputs } from './read-inputs.ts'
import { type ActionResult, readResult } from './read-result.ts'
import { type ReportFiles, runCommand } from './run-command.ts'
import { addSummary, maskSecret, printAnnotations, setOutputs, tellRunner } from './tell-runner.ts'

/** Runs one step of a job: scans once, reports to the runner and the pull request, and returns the exit code. A failed scan never passes. */
export async function runAction(env: Environment, ownRoot: string): Promise<number> {
  const inputs = readInputs(env)
  maskSecret(inputs.apiKey)
  maskSecret(inputs.triageKey)
  const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'assay-'))
  try {
    const files = { json: join(folder, 'result.json'), markdown: join(folder, 'report.md'), github: join(folder, 'annotations.txt') }
    const own = join(folder, 'run')
    mkdirSync(own)
    const code = await runCommand(inputs, files, { workspace: process.cwd(), own, ownRoot }, env)
    const result = readResult(files.json)
    if (result === undefined) return fail(`The scan failed without a result (exit code ${code ?? 'none'}). See the log above for the reason.`)
    await tell(result, { inputs, files, env })
    return judge(code, result)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Told {
  readonly inputs: ActionInputs
  readonly files: ReportFiles
  readonly env: Environment
}

async function tell(result: ActionResult, { inputs, files, env }: Told): Promise<void> {
  const markdown = readFileSync(files.markdown, 'utf8')
  printAnnotations(readFileSync(files.github, 'utf8'))
  addSummary(result, markdown, env)
  setOutputs(
    {
      grade: result.grade,
      score: result.score,
      'critical-count': result.criticalCount,
      'high-count': result.highCount,
      'medium-count': result.mediumCount,
      'low-count': result.lowCount,
      'listed-count': result.findings.length,
      'sarif-file': inputs.sarifFile,
    },
    env,
  )
  if (!inputs.comment) return
  const reason = await keepComment(markdown, inputs.token, env).catch((error: unknown) => `The comment could not be written: ${describe(error)}`)
  if (reason !== undefined) tellRunner('warning', reason)
}

/** Exit codes of the command line. */
const PASSED = 0
const FAILED = 1

function judge(code: number | undefined, { grade, score, findings }: ActionResult): number {
  if (code === PASSED) return PASSED
  const listed = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} listed`
  if (code === FAILED) return fail(`Grade ${grade}, score ${score} of 100, ${listed}. See the log above for the threshold that was not met.`)
  return fail(`The scan is incomplete (exit code ${code ?? 'none'}). See the log above for the reason.`)
}

function fail(message: string): number {
  tellRunner('error', message)
  return FAILED
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}
