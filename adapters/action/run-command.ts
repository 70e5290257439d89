import { cleanEnvironment } from './clean-environment.ts'
import { fetchCommit, findTrustedCommit } from './find-trusted-commit.ts'
import { installAssay } from './install-assay.ts'
import type { ActionInputs, Environment } from './read-inputs.ts'
import { runChild } from './run-child.ts'

/** The files that one scan writes for the step. */
export interface ReportFiles {
  readonly json: string
  readonly markdown: string
  readonly github: string
}

/** The folders of one step. All paths are absolute. */
export interface StepFolders {
  /** The checkout. The author of the pull request controls its content. */
  readonly workspace: string
  /** A folder that only this step uses. */
  readonly own: string
  /** The repository that contains this action. */
  readonly ownRoot: string
}

/**
 * Runs one scan that writes all reports, and returns its exit code (undefined if the command was stopped). The command runs in its own folder with
 * its own environment, and gets the folder to scan as an argument.
 */
export async function runCommand(inputs: ActionInputs, files: ReportFiles, folders: StepFolders, env: Environment): Promise<number | undefined> {
  const { workspace, own, ownRoot } = folders
  const workspaces = [workspace, ...(env.GITHUB_WORKSPACE === undefined || env.GITHUB_WORKSPACE === '' ? [] : [env.GITHUB_WORKSPACE])]
  const clean = cleanEnvironment(env, workspaces)
  const program = await installAssay(inputs, { folder: own, ownRoot, env: clean })
  const trusted = findTrustedCommit(inputs, env)
  if (trusted !== undefined) await fetchCommit(trusted, workspace, clean)
  const key = inputs.apiKey === '' ? {} : { ASSAY_API_KEY: inputs.apiKey }
  return runChild({
    words: [...program, ...toWords(inputs, { files, workspace, trusted })],
    cwd: own,
    env: { ...clean, ...key, ...triageVariables(inputs) },
  })
}

/** The settings of the triage come from the workflow alone, never from a file of the checkout. */
function triageVariables({ triageProvider, triageModel, triageBaseUrl, triageKey }: ActionInputs): Readonly<Record<string, string>> {
  if (triageModel === '') return {}
  return {
    ASSAY_TRIAGE_PROVIDER: triageProvider === '' ? 'openai' : triageProvider,
    ASSAY_TRIAGE_MODEL: triageModel,
    ASSAY_TRIAGE_BASE_URL: triageBaseUrl,
    ASSAY_TRIAGE_KEY: triageKey,
  }
}

interface ScanPlan {
  readonly files: ReportFiles
  readonly workspace: string
  readonly trusted: string | undefined
}

function toWords(inputs: ActionInputs, { files, workspace, trusted = '' }: ScanPlan): readonly string[] {
  const { paths, packs, rules, failOn, minGrade, baseline, since, sarifFile, server } = inputs
  const reports = [`json=${files.json}`, `markdown=${files.markdown}`, `github=${files.github}`, ...(sarifFile === '' ? [] : [`sarif=${sarifFile}`])]
  const single = {
    '--directory': workspace,
    '--trusted-config': trusted,
    '--fail-on': failOn,
    '--min-grade': minGrade,
    '--baseline': baseline,
    '--since': since,
    '--server': server,
  }
  return [
    'scan',
    ...reports.map((report) => `--output=${report}`),
    ...packs.map((pack) => `--pack=${pack}`),
    ...rules.map((path) => `--rules=${path}`),
    ...(inputs.triageModel === '' ? [] : ['--triage']),
    ...Object.entries(single).flatMap(([flag, value]) => (value === '' ? [] : [`${flag}=${value}`])),
    '--',
    ...paths,
  ]
}
