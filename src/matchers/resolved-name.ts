import { addToGroup } from '../model/group-by.ts'
import { ANYTHING, isWord, type LiteralNeed, needAll } from '../model/literal-need.ts'
import { ANSWERING, firstKey, lastSegment } from '../model/symbols.ts'
import { CAPITAL, compileNameGlob, longestPart } from './compile-name-glob.ts'
import { rememberTexts } from './remember-texts.ts'

/** A resolved name with `*` (within one segment) and `**` (any number of segments), compiled. */
export interface NamePattern {
  test(name: string): boolean
  /** Literals that a file must hold for the name to be resolved in it. */
  readonly need: LiteralNeed
  /** What each name that it matches is found by: its `lastSegment` or its `firstKey`, where the pattern writes one out. */
  readonly key: string | undefined
  /** What each name that it matches holds: the longest text that the pattern spells out. */
  readonly part: string
  readonly shape: NameShape
}

/** What a pattern is when it can be looked up instead of being compared: a whole name, the end after `**.`, or the beginning before `.**`. */
type NameShape = { readonly kind: 'whole' | 'end' | 'beginning'; readonly text: string } | { readonly kind: 'other' }

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

/** Undefined when the pattern has an empty segment, a metavariable or a character that no name has. */
export function compileName(pattern: string): NamePattern | undefined {
  if (!/^[^\s()"'`.]+(?:\(\))?(?:\.[^\s()"'`.]+(?:\(\))?)*$/.test(pattern.replace(/\.{1,2}\//g, '/'))) return undefined
  const segments = pattern.split('.')
  if (segments.some((segment) => NEVER_IN_NAMES.test(segment) && !UNKNOWN_KEY.test(segment))) return undefined
  // A name binds nothing, so `$X.exec` would be looked for by these letters.
  if (segments.some((segment) => /^\$[A-Z_][A-Z0-9_]*(?:\(\))?$/.test(segment) && !/^\$_+(?:\(\))?$/.test(segment))) return undefined
  const shape = shapeOf(pattern, segments)
  const spelled = segments.map((segment) => (segment.startsWith(CAPITAL) ? segment.slice(CAPITAL.length) : segment))
  return { shape, test: testOf(shape, segments), need: needOfName(spelled), key: keyOf(spelled), part: longestPart(spelled) }
}

/** Names are not expanded as globs of files are, so that `{get,post}` would be looked for by these letters. */
const NEVER_IN_NAMES = /[{},;|&!?=<>+^%]/
/** `?` stands for a key that is computed: `req.body.?`. */
const UNKNOWN_KEY = /^\?(?:\(\))*$/

function keyOf(segments: readonly string[]): string | undefined {
  const last = lastSegment(segments.at(-1) ?? '')
  if (!last.includes('*')) return last
  const first = segments[0] ?? ''
  return segments.length > 1 && first !== '' && !first.includes('*') ? `${first}.` : undefined
}

/** What names that match one of the patterns are found by; undefined when one of them may match names of any kind. */
export function keysOf(patterns: readonly NamePattern[]): ReadonlySet<string> | undefined {
  const keys = patterns.flatMap(({ key }) => key ?? [])
  return keys.length === patterns.length ? new Set(keys) : undefined
}

/** Tests a name against all patterns at once: rules list hundreds, and ask for each call of a file. */
export function compileNames(patterns: readonly NamePattern[]): (name: string) => boolean {
  const texts = (kind: NameShape['kind']): ReadonlySet<string> =>
    new Set(patterns.flatMap(({ shape }) => (shape.kind === kind && 'text' in shape ? [shape.text] : [])))
  const [whole, ends, beginnings] = [texts('whole'), texts('end'), texts('beginning')]
  const others = new Map<string, NamePattern[]>()
  const keyless: NamePattern[] = []
  for (const pattern of patterns) {
    if (pattern.shape.kind !== 'other') continue
    if (pattern.key === undefined) keyless.push(pattern)
    else addToGroup(others, pattern.key, pattern)
  }
  const mayBeKeyless = partsTest(keyless)
  const isOther = rememberTexts(
    (name) =>
      holdsOne(others.get(lastSegment(name)), name) || holdsOne(others.get(firstKey(name)), name) || (mayBeKeyless(name) && holdsOne(keyless, name)),
  )
  return (name) =>
    whole.has(name) ||
    (ends.size > 0 && ends.has(name.slice(name.lastIndexOf('.') + 1))) ||
    (beginnings.size > 0 && hasBeginning(beginnings, name)) ||
    (others.size + keyless.length > 0 && isOther(name))
}

/** Whether a name holds what one of the patterns spells out: dozens of them are told apart at once. */
function partsTest(patterns: readonly NamePattern[]): (name: string) => boolean {
  const parts = patterns.map(({ part }) => part)
  if (parts.length === 0) return () => false
  if (parts.includes('')) return () => true
  let regex: RegExp | undefined
  return (name) => (regex ??= new RegExp(parts.map((part) => part.replace(/[^\w]/g, '\\$&')).join('|'))).test(name)
}

function holdsOne(patterns: readonly NamePattern[] | undefined, name: string): boolean {
  return patterns?.some((pattern) => pattern.test(name)) ?? false
}

function hasBeginning(beginnings: ReadonlySet<string>, name: string): boolean {
  let dot = -1
  do {
    if (beginnings.has(name.slice(0, dot + 1))) return dot + 1 < name.length
    dot = name.indexOf('.', dot + 1)
  } while (dot >= 0)
  return false
}

function shapeOf(pattern: string, segments: readonly string[]): NameShape {
  if (!pattern.includes('*')) return { kind: 'whole', text: pattern }
  const [first, second] = segments
  if (segments.length === 2 && first === '**' && second !== undefined && !second.includes('*')) return { kind: 'end', text: second }
  const stem = pattern.slice(0, -'**'.length)
  return segments.at(-1) === '**' && !stem.includes('*') ? { kind: 'beginning', text: stem } : { kind: 'other' }
}

function testOf(shape: NameShape, segments: readonly string[]): (name: string) => boolean {
  if (shape.kind === 'whole') return (name) => name === shape.text
  if (shape.kind === 'end') return (name) => name === shape.text || name.endsWith(`.${shape.text}`)
  if (shape.kind === 'beginning') return (name) => name.length > shape.text.length && name.startsWith(shape.text)
  return compileNameGlob(segments)
}

function needOfName(segments: readonly string[]): LiteralNeed {
  // It may have another name in the file.
  const isKnownByUse = segments.length > 1 && segments[0] === ANSWERING
  const needs = (isKnownByUse ? segments.slice(1) : segments).flatMap((segment): LiteralNeed[] => {
    const word = segment.replace(/(?<!\(\))(?:\(\))+$/, '')
    // The place in a list that is taken apart is written nowhere: `const [, second] = items`.
    if ((SPELLED_OUT_NOWHERE.has(word) && segment !== word) || /^\d+$/.test(word)) return []
    if (isWord(word)) return [{ kind: 'word', text: word }]
    const parts = word.split('*')
    return parts.flatMap((part, index): LiteralNeed[] => {
      if (part.length < 2 || !isPlain(part)) return []
      return [isWord(part) ? { kind: 'spelled', text: part, ends: index === parts.length - 1 } : { kind: 'literal', text: part }]
    })
  })
  const [first = '', second = ''] = segments
  const member = second.replace(/(?<!\(\))(?:\(\))+$/, '')
  if (!isKnownByUse && isWord(first) && !/^\d/.test(first) && isWord(member) && !/^\d+$/.test(member))
    needs.push({ kind: 'member', holder: first, text: member })
  return needs.length === 0 ? ANYTHING : needAll(needs)
}

/** What may be written with escapes in source is no literal to look for. */
function isPlain(part: string): boolean {
  return [...part].every((character) => character >= '!' && character <= '~')
}
