import { compileName, type NamePattern } from '../matchers/resolved-name.ts'
import type { CallModels, FlowRow, LanguageModels, ModelArgument, ModelPart, ModelPlace, UnknownEffect } from '../model/call-models.ts'
import type { ModelFlowSpec, ModelSpec, UnknownCallSpec } from '../model/rule-spec.ts'
import { firstKey, lastSegment } from '../model/symbols.ts'
import { listOf } from './list-of.ts'
import { addToGroup } from '../model/group-by.ts'

/** Prepares models for queries. The models of a language are compiled on first use. */
export function compileModels(specs: readonly ModelSpec[]): CallModels {
  const known = new Map<string, LanguageModels>()
  return {
    forLanguage: (language) => {
      const models = known.get(language) ?? compileLanguage(specs.filter(({ languages }) => languages.some((each) => each === language)))
      known.set(language, models)
      return models
    },
  }
}

function compileLanguage(specs: readonly ModelSpec[]): LanguageModels {
  const rows = indexRows(specs.flatMap(({ flows = [] }) => flows))
  const known = new Map<string, readonly FlowRow[] | undefined>()
  return {
    rowsOf: (name) => {
      if (!known.has(name)) known.set(name, rows(name))
      return known.get(name)
    },
    effectOf: compileEffects(specs.flatMap((spec) => spec['unknown-calls'] ?? [])),
  }
}

interface NamedRow {
  readonly pattern: NamePattern
  readonly row: FlowRow
}

/** Indexes rows by the literal first or last segment of their names. */
function indexRows(specs: readonly ModelFlowSpec[]): (name: string) => readonly FlowRow[] | undefined {
  const byKey = new Map<string, NamedRow[]>()
  for (const spec of specs) {
    const row = toRow(spec)
    for (const pattern of listOf(spec.call)
      .flatMap(expandBraces)
      .flatMap((name) => compileName(name) ?? [])) {
      const key = pattern.key ?? ''
      addToGroup(byKey, key, { pattern, row })
    }
  }
  return (name) => {
    const keys = new Set([lastSegment(name), firstKey(name), ''])
    const found = [...keys].flatMap((key) => byKey.get(key) ?? []).filter(({ pattern }) => pattern.test(name))
    return found.length === 0 ? undefined : found.map(({ row }) => row)
  }
}

function toRow({ from, to, kind = 'taint' }: ModelFlowSpec): FlowRow {
  return {
    from: from === undefined ? [] : listOf(from).map(readPlace),
    to: to === undefined ? [] : listOf(to).map(readPlace),
    keepsParts: kind === 'value',
  }
}

/** Expands `a.{b,c}` to `a.b` and `a.c`. */
function expandBraces(name: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(name)
  if (found === null) return [name]
  const [whole, words = ''] = found
  const [before, after] = [name.slice(0, found.index), name.slice(found.index + whole.length)]
  return words.split(',').flatMap((word) => expandBraces(`${before}${word.trim()}${after}`))
}

/** `Argument[0].Element`, in the form that the schema guarantees. */
function readPlace(written: string): ModelPlace {
  const [root = '', ...parts] = written.split(/\.(?=Element|MapKey|Property\[)/)
  return { at: root === 'ReturnValue' ? { kind: 'result' } : readArgument(root), parts: parts.map(readPart) }
}

function readArgument(root: string): ModelArgument {
  if (root === 'Receiver') return { kind: 'receiver' }
  const which = root.slice('Argument['.length, -1)
  if (which === '*') return { kind: 'argument', first: 0, last: Number.POSITIVE_INFINITY }
  if (which.endsWith('..')) return { kind: 'argument', first: Number(which.slice(0, -2)), last: Number.POSITIVE_INFINITY }
  return /^-?\d+$/.test(which) ? { kind: 'argument', first: Number(which), last: Number(which) } : { kind: 'keyword', name: which }
}

function readPart(part: string): ModelPart {
  if (part === 'Element') return { kind: 'element' }
  return part === 'MapKey' ? { kind: 'key' } : { kind: 'property', name: part.slice('Property['.length, -1) }
}

/** Complete names take precedence over verbs, and verbs over words in names. `builds` takes precedence over `looks-up`. */
function compileEffects(specs: readonly UnknownCallSpec[]): (written: string) => UnknownEffect | undefined {
  const tell = (key: 'names' | 'verbs' | 'words'): ReadonlyMap<string, UnknownEffect> =>
    new Map(
      EFFECTS.flatMap((effect) =>
        specs.flatMap((spec) => (spec.effect === effect ? (spec[key] ?? []) : []).map((word): [string, UnknownEffect] => [word, effect])),
      ),
    )
  const [names, verbs, words] = [tell('names'), tell('verbs'), tell('words')]
  const known = new Map<string, UnknownEffect | undefined>()
  const read = (written: string): UnknownEffect | undefined => {
    const [verb = '', ...others] = wordsOf(written)
    return names.get(written) ?? verbs.get(verb) ?? others.flatMap((word) => words.get(word) ?? [])[0]
  }
  return (written) => {
    if (!known.has(written)) known.set(written, read(written))
    return known.get(written)
  }
}

/** The later counts. */
const EFFECTS: readonly UnknownEffect[] = ['looks-up', 'demands', 'builds']

/** Splits `findOneBy`, `find_one_by` and `FIND_ONE_BY` into `find`, `one` and `by`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
