import type { PathSegment } from './path-segment.ts'

/** A path as steps, or its first mistake: `offset` counts UTF-16 units of the path. */
export type ParsedPath =
  | { readonly kind: 'path'; readonly segments: readonly PathSegment[] }
  | { readonly kind: 'fault'; readonly offset: number; readonly message: string; readonly hint: string }

/**
 * Parses a document path: keys separated by dots (`jobs.build`), `*` any key, `**` any depth, `$NAME` any key (bound), `[*]` every item, `[0]` and
 * `[-1]` one item, `"a.b"` a quoted key with JSON escapes.
 */
export function parsePath(text: string): ParsedPath {
  const segments: PathSegment[] = []
  let at = 0
  while (at < text.length || segments.length === 0) {
    if (segments.length > 0 && text[at] === '.') at += 1
    else if (segments.length > 0 && text[at] !== '[') return fault(at, 'A `.` or `[` is expected here.', SHAPE)
    const step = text[at] === '[' && (at === 0 || text[at - 1] !== '.') ? readItems(text, at) : readKey(text, at)
    if (step.kind === 'fault') return step
    // `**.**` is `**`, and costs more.
    if (step.segment.kind !== 'descend' || segments.at(-1)?.kind !== 'descend') segments.push(step.segment)
    at = step.end
  }
  return { kind: 'path', segments }
}

type Step = { readonly kind: 'step'; readonly segment: PathSegment; readonly end: number } | Extract<ParsedPath, { kind: 'fault' }>

const SHAPE = 'paths look like `jobs.*.steps[*].run`; a key with other characters stands in double quotes'
const ITEM = /\[(?:\*|-?\d{1,9})\]/y
const QUOTED = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const METAVARIABLE = /\$[A-Z_][A-Z0-9_]*(?=[.[]|$)/y
const PLAIN_KEY = /[^.[\]"*$\s]+/y

function readItems(text: string, at: number): Step {
  const item = matchAt(ITEM, text, at)
  if (item === undefined) return fault(at, '`[` is not followed by `*]` or a number and `]`.', 'write `[*]`, `[0]` or `[-1]`')
  const inside = item.slice(1, -1)
  return step(inside === '*' ? { kind: 'items' } : { kind: 'item', index: Number(inside) }, at + item.length)
}

function readKey(text: string, at: number): Step {
  if (text[at] === '"') return readQuotedKey(text, at)
  if (text.startsWith('**', at)) return endStep(text, { kind: 'descend' }, at + 2)
  if (text[at] === '*') return endStep(text, { kind: 'any-key' }, at + 1)
  if (text[at] === '$') return readMetavariable(text, at)
  const key = matchAt(PLAIN_KEY, text, at)
  return key === undefined ? fault(at, 'A key is expected here.', SHAPE) : endStep(text, { kind: 'key', key }, at + key.length)
}

function readQuotedKey(text: string, at: number): Step {
  const quoted = matchAt(QUOTED, text, at)
  if (quoted === undefined)
    return fault(at, 'This quoted key is not closed, or has an escape that JSON does not have.', 'write `"a.b"`, and `\\"` for a quote')
  const key: unknown = JSON.parse(quoted.replace(/[\u0000-\u001f]/g, toEscape))
  return endStep(text, { kind: 'key', key: String(key) }, at + quoted.length)
}

function readMetavariable(text: string, at: number): Step {
  const name = matchAt(METAVARIABLE, text, at)
  if (name === undefined) return fault(at, '`$` is not followed by a name in upper case.', 'write `$NAME`, or quote a key that begins with `$`')
  return step({ kind: 'bound-key', name }, at + name.length)
}

function endStep(text: string, segment: PathSegment, end: number): Step {
  if (end < text.length && text[end] !== '.' && text[end] !== '[') {
    return fault(end, 'A `.` or `[` is expected after the key.', 'put keys that contain `*`, `$`, quotes or spaces in double quotes')
  }
  return step(segment, end)
}

function toEscape(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** `pattern` is sticky. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function step(segment: PathSegment, end: number): Step {
  return { kind: 'step', segment, end }
}

function fault(offset: number, message: string, hint: string): Extract<ParsedPath, { kind: 'fault' }> {
  return { kind: 'fault', offset, message, hint }
}
