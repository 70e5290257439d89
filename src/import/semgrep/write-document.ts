import type { DocumentSpec } from '../../model/rule-spec.ts'
import type { DocumentPattern, PatternPair } from './document-pattern.ts'

/** The keys beside the `path` of a `document`. */
type Constraints = Omit<DocumentSpec, 'path'>

/** A matcher for a pattern over configuration files. */
export interface WrittenDocument {
  readonly document: DocumentSpec
  /** Keys that the path binds, with the text that they must have. */
  readonly keys: Readonly<Record<string, string>>
  /** The bound name that shows where the match is. Undefined if the value itself does. */
  readonly place: string | undefined
}

/** What writing needs to know. */
export interface WriteContext {
  /** A metavariable that the rule does not use. */
  fresh(prefix: string): string
  /** Called when a map of the pattern has no ellipsis. */
  noteExact(): void
}

/** Writes the matcher that finds a pattern at any depth. A pair is found at its key, because its value may begin on a later line. */
export function writeDocument(pattern: DocumentPattern, isPair: boolean, context: WriteContext): WrittenDocument {
  const [first] = pattern.kind === 'map' ? pattern.pairs : []
  if (!isPair || first === undefined) {
    const place = pattern.kind === 'scalar' ? context.fresh('FOUND') : undefined
    const found = place === undefined ? {} : { regex: `(?s)\\A(?P<${place.slice(1)}>.*)\\z` }
    return { document: { path: '**', ...constrain(pattern, context), ...found }, keys: {}, place }
  }
  if (first.isMetavariable || isOnKeyLine(first)) {
    const place = first.key.startsWith('$') ? first.key : undefined
    return { document: { path: `**.${pathOf(first)}`, ...constrain(first.value, context) }, keys: {}, place }
  }
  const { keys, names, value } = unwindBlock(first, context)
  const document: DocumentSpec = { path: `**.${names.join('.')}`, ...constrain(value, context) }
  return { document, keys, place: first.isBlock === true || names.length > 1 ? undefined : names[0] }
}

/** A pair whose value is a constant or text, which begins on the line of its key. */
function isOnKeyLine({ value }: PatternPair): boolean {
  return value.kind === 'scalar' || value.kind === 'string'
}

/** The path of a pair. The labels of a block are keys around it. */
function unwindBlock(
  pair: PatternPair,
  { fresh }: WriteContext,
): { readonly keys: Readonly<Record<string, string>>; readonly names: readonly string[]; readonly value: DocumentPattern } {
  const names: string[] = []
  let at = pair
  for (;;) {
    names.push(pathOf(at))
    const [inner] = at.value.kind === 'map' ? at.value.pairs : []
    if (at.isBlock === true || inner === undefined || !isBlockAround(inner)) break
    at = inner
  }
  if (names.length > 1 || at.isBlock === true) return { keys: {}, names, value: at.value }
  const name = fresh('KEY')
  return { keys: { [name]: pair.key }, names: [name], value: pair.value }
}

function isBlockAround({ isBlock, value }: PatternPair): boolean {
  if (isBlock === true) return true
  const [inner] = value.kind === 'map' ? value.pairs : []
  return inner !== undefined && isBlockAround(inner)
}

function pathOf({ key, isMetavariable, isBlock }: PatternPair): string {
  const name = isMetavariable || /^[^.[\]"*$\s]+$/.test(key) ? key : JSON.stringify(key)
  return isBlock === true ? `${name}[*]` : name
}

/** The constraints on a value. */
function constrain(pattern: DocumentPattern, context: WriteContext): Constraints {
  switch (pattern.kind) {
    case 'anything':
      return {}
    case 'string':
      return { type: 'string' }
    case 'scalar':
      return constrainScalar(pattern.value)
    case 'metavariable':
      return { ...(pattern.isContent && { type: 'string' }), regex: `(?s)\\A(?P<${pattern.name}>.*)\\z` }
    case 'list':
      return constrainList(pattern, context)
    case 'map':
      return constrainMap(pattern, context)
  }
}

/** YAML 1.1, which Semgrep reads, has more words for truth. A number as a string is no number. */
function constrainScalar(value: string | number | boolean | null): Constraints {
  if (value === true) return { in: [true, 'yes', 'on'] }
  if (value === false) return { in: [false, 'no', 'off'] }
  return { ...(typeof value === 'string' && /^[\d.+-]/.test(value) && { type: 'string' }), equals: value }
}

function constrainList({ items, isOpen }: Extract<DocumentPattern, { kind: 'list' }>, context: WriteContext): Constraints {
  const document = items.map((item, index): DocumentSpec => ({ path: isOpen ? '[*]' : `[${index}]`, ...constrain(item, context) }))
  return {
    type: 'list',
    ...allOf(document),
    ...(!isOpen && { not: { document: { path: `[${items.length}]` } } }),
  }
}

function constrainMap({ pairs, isOpen }: Extract<DocumentPattern, { kind: 'map' }>, context: WriteContext): Constraints {
  const document = pairs.map((pair): DocumentSpec => ({ path: pathOf(pair), ...constrain(pair.value, context) }))
  if (!isOpen && pairs.length > 0) context.noteExact()
  return {
    type: 'map',
    ...allOf(document),
    ...(!isOpen && pairs.length === 0 && { not: { document: { path: '*' } } }),
  }
}

function allOf([first, ...rest]: readonly DocumentSpec[]): Constraints {
  return first === undefined ? {} : { document: [first, ...rest] }
}
