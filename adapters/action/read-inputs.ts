/** The inputs of a step, named as in `action.yml`. Empty strings and lists mean that the input is not set. */
export interface ActionInputs {
  readonly paths: readonly string[]
  readonly packs: readonly string[]
  readonly rules: readonly string[]
  readonly failOn: string
  readonly minGrade: string
  readonly baseline: string
  readonly since: string
  readonly sarifFile: string
  readonly comment: boolean
  readonly server: string
  readonly apiKey: string
  readonly trustedConfig: string
  readonly triageProvider: string
  readonly triageModel: string
  readonly triageBaseUrl: string
  readonly triageKey: string
  readonly command: string
  readonly package: string
  readonly integrity: string
  readonly registry: string
  readonly token: string
}

const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the inputs from the environment. Throws if a switch is neither true nor false. */
export function readInputs(env: Environment): ActionInputs {
  const text = (name: string): string => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
  const lines = (name: string): readonly string[] =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const paths = lines('path')
  return {
    paths: paths.length === 0 ? ['.'] : paths,
    packs: lines('pack'),
    rules: lines('rules'),
    failOn: text('fail-on'),
    minGrade: text('min-grade'),
    baseline: text('baseline'),
    since: text('since'),
    sarifFile: text('sarif-file'),
    comment: readSwitch('comment', text('comment')),
    server: text('server'),
    apiKey: text('api-key'),
    trustedConfig: text('trusted-config'),
    triageProvider: text('triage-provider'),
    triageModel: text('triage-model'),
    triageBaseUrl: text('triage-base-url'),
    triageKey: text('triage-key'),
    command: text('command'),
    package: text('package'),
    integrity: text('integrity'),
    registry: text('registry') === '' ? PUBLIC_REGISTRY : text('registry'),
    token: text('token'),
  }
}

function readSwitch(name: string, written: string): boolean {
  const word = written.toLowerCase()
  if (word === 'true') return true
  if (word === 'false' || word === '') return false
  throw new Error(`The input \`${name}\` must be true or false, not \`${written}\`.`)
}
