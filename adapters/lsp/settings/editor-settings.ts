import { SEVERITIES, type Severity } from '../../../src/node/index.ts'

/** Names of severities in editors. `off` hides findings. */
export const EDITOR_SEVERITIES = ['error', 'warning', 'information', 'hint', 'off'] as const
/** One of `EDITOR_SEVERITIES`. */
export type EditorSeverity = (typeof EDITOR_SEVERITIES)[number]

/** The settings that an editor sends in the section `assay`. */
export interface EditorSettings {
  /** A settings file of the project, or `false` for none. Undefined: the nearest `assay.config.yaml`. */
  readonly config: string | false | undefined
  readonly packs: readonly string[] | undefined
  readonly rules: readonly string[]
  readonly severity: Readonly<Record<Severity, EditorSeverity>>
  /** Whether the project is analysed in the background, for data flow through several files. */
  readonly project: boolean
  /** Whether findings of files that are not open are reported. */
  readonly closedFiles: boolean
  /** Milliseconds without an edit before a file is scanned. */
  readonly delay: number
}

const DEFAULT_DELAY = 75
const MAX_DELAY = 10_000
const DEFAULT_SEVERITY: EditorSettings['severity'] = { critical: 'error', high: 'error', medium: 'warning', low: 'information' }

/** Reads the settings of an editor, and a sentence for each value that cannot be used. Such a value counts as missing. */
export function readEditorSettings(value: unknown): { readonly settings: EditorSettings; readonly mistakes: readonly string[] } {
  const given = toRecord(value) ?? {}
  const mistakes: string[] = []
  const take = <T>(name: string, read: (value: unknown) => T | undefined, wanted: string): T | undefined => {
    const held = given[name]
    if (held === undefined || held === null) return undefined
    const result = read(held)
    if (result === undefined) mistakes.push(`The setting \`assay.${name}\` must be ${wanted}.`)
    return result
  }
  const isNumber = (held: unknown): number | undefined => (typeof held === 'number' && held >= 0 && held <= MAX_DELAY ? held : undefined)
  const settings = {
    config: take<string | false>(
      'config',
      (held) => (held === false || (typeof held === 'string' && held !== '') ? held : undefined),
      'a path or false',
    ),
    packs: take('packs', toTexts, 'a list of names'),
    rules: take('rules', toTexts, 'a list of paths') ?? [],
    severity: { ...DEFAULT_SEVERITY, ...take('severity', toSeverities, `an object with values of ${EDITOR_SEVERITIES.join(', ')}`) },
    project: take('project', toSwitch, 'true or false') ?? true,
    closedFiles: take('closedFiles', toSwitch, 'true or false') ?? false,
    delay: take('delay', isNumber, `a number from 0 to ${MAX_DELAY}`) ?? DEFAULT_DELAY,
  }
  return { settings, mistakes }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined
}

function toTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '') ? value : undefined
}

function toSwitch(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

function toSeverities(value: unknown): Partial<EditorSettings['severity']> | undefined {
  const record = toRecord(value)
  if (record === undefined) return undefined
  const found: Partial<Record<Severity, EditorSeverity>> = {}
  for (const [name, wanted] of Object.entries(record)) {
    const severity = SEVERITIES.find((each) => each === name)
    const shown = EDITOR_SEVERITIES.find((each) => each === wanted)
    if (severity === undefined || shown === undefined) return undefined
    found[severity] = shown
  }
  return found
}
