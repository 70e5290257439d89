import { addToGroup } from '../model/group-by.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { ANYTHING, isWord, type LiteralNeed, needAll } from '../model/literal-need.ts'
import { ANSWERING, firstKey, lastSegment } from '../model/symbols.ts'
import { CAPITAL, compileNameGlob, longestPart } from './compile-name-glob.ts'
import { rememberTexts } from './remember-texts.ts'

/** A compiled pattern of resolved names with `*` (within one segment) and `**` (any number of segments). */
export interface NamePattern {
  test(name: string): boolean
  /** Literals that a file needs so that the name can be resolved in it. */
  readonly need: LiteralNeed
  /** The key of every matching name: its `lastSegment` or its `firstKey`, if the pattern contains one literally. */
  readonly key: string | undefined
  /** The longest literal that every matching name contains. */
  readonly part: string
  readonly shape: NameShape
}

/** The form of a pattern that is looked up instead of compared: a complete name, the end after `**.`, or the beginning before `.**`. */
type NameShape = { readonly kind: 'whole' | 'end' | 'beginning'; readonly text: string } | { readonly kind: 'other' }

/** Instances of literals have names that no file contains: `RegExp()` for `/x/`. */
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
  // A name binds nothing, so `$X.exec` would be searched literally.
  if (segments.some((segment) => /^\$[A-Z_][A-Z0-9_]*(?:\(\))?$/.test(segment) && !/^\$_+(?:\(\))?$/.test(segment))) return undefined
  const shape = shapeOf(pattern, segments)
  const spelled = segments.map((segment) => (segment.startsWith(CAPITAL) ? segment.slice(CAPITAL.length) : segment))
  return { shape, test: testOf(shape, segments), need: needOfName(spelled), key: keyOf(spelled), part: longestPart(spelled) }
}

/** The patterns of a name with alternatives: `App().{get,post}`. Undefined when one of them is malformed. */
export function compileAlternatives(name: string): readonly NamePattern[] | undefined {
  const patterns = expandBraces(name).map(compileName)
  return patterns.every((pattern) => pattern !== undefined) ? patterns : undefined
}

const NEVER_IN_NAMES = /[{},;|&!?=<>+^%]/
/** `?` is a computed key: `req.body.?`. */
const UNKNOWN_KEY = /^\?(?:\(\))*$/

function keyOf(segments: readonly string[]): string | undefined {
  const last = lastSegment(segments.at(-1) ?? '')
  if (!last.includes('*')) return last
  const first = segments[0] ?? ''
  return segments.length > 1 && first !== '' && !first.includes('*') ? `${first}.` : undefined
}

/** The keys of names that match one of the patterns. Undefined if one of them has no key. */
export function keysOf(patterns: readonly NamePattern[]): ReadonlySet<string> | undefined {
  const keys = patterns.flatMap(({ key }) => key ?? [])
  return keys.length === patterns.length ? new Set(keys) : undefined
}

/** Tests a name with all patterns at once: rules have hundreds, and test each call of a file. */
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

/** Whether a name contains the literal part of one of the patterns: dozens are excluded at once. */
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
    // The index of a destructured list is not in the text: `const [, second] = items`.
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

/** Text that may be written with escapes in source is not searched. */
function isPlain(part: string): boolean {
  return [...part].every((character) => character >= '!' && character <= '~')
}
