import { compileRegex } from '../engines/regex/compile-regex.ts'
import { ANYTHING, type LiteralNeed, needAll } from '../model/literal-need.ts'

/** A resolved name with `*` (within one segment) and `**` (any number of segments), compiled. */
export interface NamePattern {
  test(name: string): boolean
  /** Literals that a file must hold for the name to be resolved in it. */
  readonly need: LiteralNeed
  /** The last segment without `()`, when it is written out. */
  readonly lastSegment: string | undefined
}

/** Instances of literals have names that no file spells out: `RegExp()` stands for `/x/`. */
const SPELLED_OUT_NOWHERE: ReadonlySet<string> = new Set([
  'String',
  'Number',
  'Boolean',
  'Array',
  'Object',
  'RegExp',
  'null',
  'undefined',
  'str',
  'number',
  'bool',
  'list',
  'dict',
  'None',
  'string',
  'boolean',
  'array',
  'object',
])

/** Undefined when the pattern has an empty segment or a character that no name has. */
export function compileName(pattern: string): NamePattern | undefined {
  if (!/^[^\s()"'`.]+(?:\(\))?(?:\.[^\s()"'`.]+(?:\(\))?)*$/.test(pattern.replace(/\.{1,2}\//g, '/'))) return undefined
  const segments = pattern.split('.')
  const last = segments.at(-1)?.replace(/(?:\(\))+$/, '') ?? ''
  return { test: testOf(pattern, segments), need: needOfName(segments), lastSegment: last.includes('*') ? undefined : last }
}

function testOf(pattern: string, segments: readonly string[]): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern
  const [only, second] = segments
  if (segments.length === 2 && only === '**' && second !== undefined && !second.includes('*')) return (name) => name === second || name.endsWith(`.${second}`)
  const stem = pattern.slice(0, -'**'.length)
  if (segments.at(-1) === '**' && !stem.includes('*')) return (name) => name.length > stem.length && name.startsWith(stem)
  const source = segments
    .map((segment, position) => {
      const dot = position === segments.length - 1 ? '' : '\\.'
      if (segment === '**') return position === segments.length - 1 ? '[^.]+(?:\\.[^.]+)*' : '(?:[^.]+\\.)*'
      return segment.replace(/[\\^$+?.()|[\]{}]/g, '\\$&').replace(/\*/g, '[^.]*') + dot
    })
    .join('')
  const regex = compileRegex(`^(?:${source})$`)
  return regex.kind === 'regex' ? (name) => regex.test(name) : () => false
}

function needOfName(segments: readonly string[]): LiteralNeed {
  const needs = segments.flatMap((segment): LiteralNeed[] => {
    const word = segment.replace(/(?:\(\))+$/, '')
    if (SPELLED_OUT_NOWHERE.has(word)) return []
    return word.split('*').flatMap((part): LiteralNeed[] => (part.length >= 2 && isPlain(part) ? [{ kind: 'literal', text: part }] : []))
  })
  return needs.length === 0 ? ANYTHING : needAll(needs)
}

/** What may be written with escapes in source is no literal to look for. */
function isPlain(part: string): boolean {
  return [...part].every((character) => character >= '!' && character <= '~')
}
