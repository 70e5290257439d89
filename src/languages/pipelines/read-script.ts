import type { Span } from '../../model/position.ts'

/** A language of scripts: `js` for `actions/github-script`. */
export type ScriptLanguage = 'shell' | 'js'

/** What a script writes, by name: to its variables, to the outputs of its step, and to the environment of later steps. Offsets are those in the script. */
export interface ScriptFacts {
  readonly variables: SpansByName
  readonly outputs: SpansByName
  readonly environment: SpansByName
  /** Variables that match a whole pattern, or the script ends: `[[ "$x" =~ ^[0-9]+$ ]] || exit 1`. */
  readonly checked: ReadonlySet<string>
}

type SpansByName = ReadonlyMap<string, readonly Span[]>

/** A variable in a text, with its place. */
export interface VariableUse extends Span {
  readonly name: string
}

/** What a script writes. A text that a command has cleaned is left out. */
export function readScript(script: string, language: ScriptLanguage): ScriptFacts {
  if (language === 'js') return readJavaScript(script)
  const assigned = [SHELL_ASSIGNMENT, POWERSHELL_ASSIGNMENT, READ_INTO, LOOP].flatMap((pattern) => findWrites(script, pattern))
  const commands = { outputs: findWrites(script, /::set-output name=([\w-]+)::/g), environment: findWrites(script, /::set-env name=([\w-]+)::/g) }
  return {
    variables: byName(script, assigned),
    outputs: byName(script, [...findFileWrites(script, 'GITHUB_OUTPUT'), ...commands.outputs]),
    environment: byName(script, [...findFileWrites(script, 'GITHUB_ENV'), ...commands.environment]),
    checked: /\bexit\b/.test(script) ? new Set([...script.matchAll(CHECK)].map(([, variable, command]) => variable ?? command)) : NOTHING_CHECKED,
  }
}

/** The variables that a text inserts. */
export function readVariables(text: string, language: ScriptLanguage): readonly VariableUse[] {
  const pattern = language === 'js' ? /(?<![.\w'"])(?:process\.env\.)?([A-Za-z_$][\w$]*)(?!\s*:)/g : /(?<!\\)\$(?:\{|env:|\{env:)?([A-Za-z_]\w*)/g
  return [...text.matchAll(pattern)].map(({ index, 0: found, 1: name }) => ({ name, start: index, end: index + found.length }))
}

// The script may stand in quotes of YAML.
const SHELL_ASSIGNMENT = /(?:^["']?|[\s;&|(])([A-Za-z_]\w*)\+?=/gm
const POWERSHELL_ASSIGNMENT = /(?:^|[\s;({])\$([A-Za-z_]\w*)[ \t]*=(?!=)/gm
const READ_INTO = /\b(?:read|mapfile|readarray)\b(?:[ \t]+-\w{1,4}){0,4}[ \t]{1,4}([A-Za-z_]\w*)[ \t]*<<</g
const LOOP = /\bfor[ \t]+([A-Za-z_]\w*)[ \t]+in\b/g
const CHECK = /(?:\$\{?(\w+)\}?|(\$\([^()\n]*\)))"?[ \t]*=~[ \t]*["']?\^[^\n]*\$/g
const NOTHING_CHECKED: ReadonlySet<string> = new Set()

/** Commands whose output has only safe characters, whatever they read. */
const CLEANED =
  /\|\s*(?:tr\s+-[cCs]{0,3}d[cCs]{0,3}\s|wc\b|(?:sha\d+|md5)sum\b|cksum\b|grep\s+-[abd-zA-Z]{0,4}c[a-zA-Z]{0,4}\s)|\$\(\(|\$\{#|\$\{\w+\/\/\[\^/

interface Write extends Span {
  readonly name: string
}

function readJavaScript(script: string): ScriptFacts {
  const returned = [...script.matchAll(/\breturn\b/g)].map(({ index }) => ({ name: 'result', ...restOfLine(script, index + 'return'.length) }))
  const taken = [...script.matchAll(/\{([^{}=\n]*)\}\s*=(?!=)/g)].flatMap(({ index, 0: found, 1: names }) =>
    [...names.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => ({ name, ...restOfLine(script, index + found.length) })),
  )
  return {
    variables: byName(script, [...findWrites(script, /(?:^|[\s;{(,])([A-Za-z_$][\w$]*)\s*=(?![=>])/gm), ...taken]),
    outputs: byName(script, [...findWrites(script, /\bsetOutput\(\s*["'`]([\w-]+)["'`]\s*,/g), ...returned]),
    environment: byName(script, findWrites(script, /\bexportVariable\(\s*["'`](\w+)["'`]\s*,/g)),
    checked: NOTHING_CHECKED,
  }
}

/** What a script appends to a file of the runner: lines `name=text`, of which only those count that name the file if any does, and blocks `name<<EOF`. */
function findFileWrites(script: string, file: string): readonly Write[] {
  if (!script.includes(file)) return []
  const lines = findWrites(script, /(?:^|[\s"'`{;])([A-Za-z_][\w-]*)=/gm)
  const direct = lines.filter(({ start, end }) => script.slice(start, end).includes(file))
  const blocks = [...script.matchAll(/\b([A-Za-z_][\w-]*)<</g)].map(({ index, 1: name }) => {
    const end = script.lastIndexOf(file)
    return { name, start: index + name.length, end: end < index ? script.length : end }
  })
  return [...(direct.length > 0 ? direct : lines), ...blocks]
}

/** From the end of each match to the end of its line. The first group is the name. */
function findWrites(script: string, pattern: RegExp): readonly Write[] {
  return [...script.matchAll(pattern)].map(({ index, 0: found, 1: name }) => ({ name, ...restOfLine(script, index + found.length) }))
}

function restOfLine(script: string, start: number): Span {
  const line = script.indexOf('\n', start)
  return { start, end: line < 0 ? script.length : line }
}

function byName(script: string, writes: readonly Write[]): SpansByName {
  const spans = new Map<string, Span[]>()
  for (const { name, start, end } of writes) {
    if (CLEANED.test(script.slice(start, end))) continue
    const known = spans.get(name)
    if (known === undefined) spans.set(name, [{ start, end }])
    else known.push({ start, end })
  }
  return spans
}
