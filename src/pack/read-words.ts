import { compileRegex } from '../engines/regex/compile-regex.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile } from '../model/rule-pack.ts'
import { checkShape } from './check-shape.ts'
import { readSpecFile } from './read-spec-file.ts'
import { type PlacedPositions, reportAt, reportAtKey } from './spec-file.ts'
import { isWordsSpec } from './validate-spec.generated.ts'

/** The named word lists of `words/`. */
export interface WordLists {
  /** The regex of each list, in a group of its own. */
  readonly regexes: ReadonlyMap<string, string>
  /** False if a file could not be read, so that its lists are unknown. */
  readonly complete: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads and checks word lists. Files must be sorted by path. */
export function readWords(files: readonly PackFile[]): WordLists {
  const diagnostics: Diagnostic[] = []
  const regexes = new Map<string, string>()
  const positions = new Map<string, PlacedPositions>()
  let complete = true
  for (const file of files) {
    const read = readSpecFile(file)
    diagnostics.push(...read.diagnostics)
    const shape = read.spec && checkShape(read.spec, isWordsSpec, 'a file of word lists', file.checked)
    diagnostics.push(...(shape?.diagnostics ?? []))
    if (read.spec === undefined || shape?.spec === undefined) {
      complete = false
      continue
    }
    for (const [name, words] of Object.entries(shape.spec.words)) {
      const first = positions.get(name)
      if (first === undefined) {
        positions.set(name, read.spec.positions)
        if (file.checked !== true) diagnostics.push(...checkWords(name, words, read.spec.positions))
        regexes.set(name, `(?:${words.join('|')})`)
      } else diagnostics.push(reportRepeated(name, read.spec.positions, first))
    }
  }
  return { regexes, complete, diagnostics }
}

/** Reports words that are not regexes by themselves. Rules that refer to the list would report them without naming the word. */
function checkWords(name: string, words: readonly string[], positions: PlacedPositions): Diagnostic[] {
  return words.flatMap((word, index) => {
    const regex = compileRegex(word)
    if (regex.kind === 'regex') return []
    return [reportAt(positions, ['words', name, index], { code: 'regex/syntax', message: regex.message, hint: regex.hint }, regex.offset)]
  })
}

function reportRepeated(name: string, positions: PlacedPositions, first: PlacedPositions): Diagnostic {
  const path = ['words', name]
  const place = first.keyPositionOf(path)
  const message = `The word list \`${name}\` is already defined at ${first.file}:${place.line}:${place.column}.`
  return reportAtKey(positions, path, { code: 'words/duplicate-name', message, hint: 'rename one of them, or join them' })
}
