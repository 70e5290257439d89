import { BOUNDS } from '../../model/bounds.ts'
import type { ImportNames } from '../../model/flow.ts'
import { readReExports } from './read-re-exports.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** A file with more module names is generated. */
const MAX_IMPORTS = BOUNDS.importsPerFile.value

/** Groups: the module. */
export const SCRIPT_IMPORTS = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,200})['"]/g
/** Groups: the module that names are imported from; the names in parentheses, or without them; modules that are imported as a whole. */
export const PYTHON_IMPORTS = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]{0,20000})|([\w \t,]*))|import[ \t]+([\w., \t]+))/gm
const PROMISED_IMPORT = /\bimport\([^()]*\)\s*\.then\b/

/** Reads the imports from the text, without parsing the file. */
export function readImports(text: string, language: string): ImportNames {
  const isDotted = semanticsOf(language).modules === 'dotted'
  const names = new Set<string>()
  for (const name of isDotted ? pythonNames(text) : scriptNames(text)) {
    names.add(name)
    if (names.size >= MAX_IMPORTS) break
  }
  return { imports: [...names], reExported: isDotted ? [] : readReExports(text), isAmbiguous: isDotted || PROMISED_IMPORT.test(text) }
}

function* scriptNames(text: string): Generator<string> {
  for (const [, name] of text.matchAll(SCRIPT_IMPORTS)) yield copied(name)
}

function* pythonNames(text: string): Generator<string> {
  for (const [, from, listed, named = '', plain = ''] of text.matchAll(PYTHON_IMPORTS)) {
    if (from === undefined) {
      for (const name of plain.split(',')) yield copied(firstWord(name))
      continue
    }
    yield copied(from)
    for (const name of (listed?.replaceAll(/#.*/g, '') ?? named).split(',')) {
      const word = firstWord(name)
      if (word !== '') yield from.endsWith('.') ? `${from}${word}` : `${from}.${word}`
    }
  }
}

function firstWord(text: string): string {
  return text.trim().split(/\s/, 1)[0]
}

/** A substring keeps the whole string in memory, which would be the text of every file. */
function copied(part: string): string {
  return JSON.parse(JSON.stringify(part))
}
