import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile, SpecPath } from '../model/rule-pack.ts'
import { suggestWord } from '../text/nearest-word.ts'
import { readSpecFile } from './read-spec-file.ts'
import type { WordLists } from './read-words.ts'
import { reportAt, type SpecFile } from './spec-file.ts'

/** A reference to a word list: `{{words.secret-names}}`. */
const REFERENCE = /\{\{words\.([^{}]*)\}\}/g

/** Replaces the references to word lists in all texts of a file. A reference to an unknown list is reported and stays. */
function expandWords(file: SpecFile, { regexes, complete }: WordLists): { readonly spec: SpecFile; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const expandText = (text: string, path: SpecPath): string =>
    text.replace(REFERENCE, (reference, name: string) => {
      const regex = regexes.get(name)
      if (regex === undefined && complete) diagnostics.push(reportUnknown(file, path, name, regexes.keys()))
      return regex ?? reference
    })
  const expand = (value: unknown, path: SpecPath): unknown => {
    if (typeof value === 'string') return value.includes('{{words.') ? expandText(value, path) : value
    if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, [...path, key])]))
  }
  return { spec: { ...file, value: expand(file.value, []) }, diagnostics }
}

function reportUnknown({ positions }: SpecFile, path: SpecPath, name: string, known: Iterable<string>): Diagnostic {
  const mistake = { code: 'words/unknown-list', message: `No file of \`words/\` has a list named \`${name}\`.`, hint: suggestWord(name, known) }
  return reportAt(positions, path, mistake)
}

/** Reads a file and expands its references to word lists. */
export function readWithWords(file: PackFile, words: WordLists): ReturnType<typeof readSpecFile> {
  const read = readSpecFile(file)
  if (read.spec === undefined || !file.text.includes('{{words.')) return read
  const { spec, diagnostics } = expandWords(read.spec, words)
  return { spec, diagnostics: [...read.diagnostics, ...diagnostics] }
}
