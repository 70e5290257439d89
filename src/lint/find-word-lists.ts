import type { Diagnostic } from '../model/diagnostic.ts'
import { groupBy } from '../model/group-by.ts'
import type { PackFile, SpecPath } from '../model/rule-pack.ts'
import { readSpecFile } from '../pack/read-spec-file.ts'
import { sortFiles } from '../pack/sort-files.ts'
import { type PlacedPositions, reportAt, reportAtKey } from '../pack/spec-file.ts'
import { isWordsSpec } from '../pack/validate-spec.generated.ts'
import { listAlternatives } from './list-alternatives.ts'

/** More alternatives in a row belong into a word list. */
const MAX_ALTERNATIVES = 40
/** Lists with fewer words may be written twice. */
const MIN_REPEATED = 10

/** The files of a rule folder in which word lists are written and used. */
export interface WordUsers {
  readonly rules: readonly PackFile[]
  readonly shared: readonly PackFile[]
  readonly words: readonly PackFile[]
}

/** Alternatives of regexes that should be word lists, and words and lists without use. */
export function findWordLists({ rules, shared, words }: WordUsers): readonly Diagnostic[] {
  const lists = sortFiles(words).flatMap(readLists)
  const users = sortFiles([...rules, ...shared])
  const written = users.flatMap(readWritten)
  const texts = [...users, ...words].map(({ text }) => text)
  return [
    ...written.filter(({ list }) => list.length > MAX_ALTERNATIVES).map(reportLong),
    ...findRepeated(
      written.filter(({ list }) => list.length >= MIN_REPEATED && list.length <= MAX_ALTERNATIVES),
      lists,
    ),
    ...lists.flatMap(findDuplicateWords),
    ...lists.filter(({ name }) => !texts.some((text) => text.includes(`{{words.${name}}}`))).map(reportUnused),
  ]
}

interface WordList {
  readonly name: string
  readonly list: readonly string[]
  readonly positions: PlacedPositions
}

function readLists(file: PackFile): readonly WordList[] {
  const { spec } = readSpecFile({ path: file.path, text: file.text })
  if (spec === undefined || !isWordsSpec(spec.value)) return []
  return Object.entries(spec.value.words).map(([name, list]) => ({ name, list, positions: spec.positions }))
}

/** Alternatives in a text of a rule. */
interface WrittenList {
  readonly list: readonly string[]
  readonly path: SpecPath
  readonly offset: number
  readonly positions: PlacedPositions
}

function readWritten(file: PackFile): readonly WrittenList[] {
  const { spec } = readSpecFile({ path: file.path, text: file.text })
  if (spec === undefined) return []
  const { positions } = spec
  const written = listRegexes(spec.value, []).flatMap(({ text, path, start }) =>
    listAlternatives(text).map(({ offset, words }) => ({ list: words, path, offset: start + offset, positions })),
  )
  // An alias of YAML repeats a regex that is written once.
  return [...groupBy(written, ({ path, offset }) => Object.values(positions.positionOf(path, offset)).join()).values()].map(([first]) => first)
}

interface RegexText {
  readonly text: string
  readonly path: SpecPath
  /** The offset of the regex in the value at the path. */
  readonly start: number
}

/** The regexes under `regex`, and those in predicates of queries. */
function listRegexes(value: unknown, path: SpecPath): readonly RegexText[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const inner = [...path, Array.isArray(value) ? Number(key) : key]
    if (key === 'regex' && typeof each === 'string') return [{ text: each, path: inner, start: 0 }]
    if (key === 'query' && typeof each === 'string') return predicateRegexes(each, inner)
    return listRegexes(each, inner)
  })
}

const MATCH_PREDICATE = /(#(?:not-)?(?:any-)?match\? @[\w.-]+ ")((?:[^"\\]|\\[^])*)"/g

function predicateRegexes(query: string, path: SpecPath): readonly RegexText[] {
  return [...query.matchAll(MATCH_PREDICATE)].map(({ 1: head = '', 2: text = '', index }) => ({ text, path, start: index + head.length }))
}

function reportLong({ list, path, offset, positions }: WrittenList): Diagnostic {
  const message = `The regex has ${list.length} alternatives in a row, more than ${MAX_ALTERNATIVES}.`
  return reportAt(positions, path, { code: 'lint/too-many-alternatives', message, hint: MOVE_HINT }, offset)
}

const MOVE_HINT = 'move the words to a list in `words/`, and refer to it as `{{words.<name>}}`'

/** Alternatives that stand in another place too, or that are the words of a list. */
function findRepeated(written: readonly WrittenList[], lists: readonly WordList[]): readonly Diagnostic[] {
  const named = new Map(lists.map((each) => [keyOf(each.list), each.name]))
  return [...groupBy(written, ({ list }) => keyOf(list))].flatMap(([key, group]) => {
    const name = named.get(key)
    if (name !== undefined)
      return group.map((each) => reportRepeated(each, `These are the words of the list \`${name}\`.`, `write \`{{words.${name}}}\``))
    return group.slice(1).map((each) => {
      const first = group[0].positions
      const { line, column } = first.positionOf(group[0].path, group[0].offset)
      return reportRepeated(each, `The same ${each.list.length} alternatives are at ${first.file}:${line}:${column}.`, MOVE_HINT)
    })
  })
}

function reportRepeated({ path, offset, positions }: WrittenList, message: string, hint: string): Diagnostic {
  return reportAt(positions, path, { code: 'lint/repeated-alternatives', message, hint }, offset)
}

function keyOf(list: readonly string[]): string {
  return [...list].sort().join('|')
}

function findDuplicateWords({ name, list, positions }: WordList): readonly Diagnostic[] {
  return list.flatMap((word, index) => {
    if (list.indexOf(word) === index) return []
    const message = `\`${word}\` is in the list \`${name}\` twice.`
    return [reportAt(positions, ['words', name, index], { code: 'lint/duplicate-entry', message, hint: 'remove one of them' })]
  })
}

function reportUnused({ name, positions }: WordList): Diagnostic {
  const mistake = { code: 'lint/unused-words', message: `No regex refers to the word list \`${name}\`.`, hint: 'remove it' }
  return reportAtKey(positions, ['words', name], mistake)
}
