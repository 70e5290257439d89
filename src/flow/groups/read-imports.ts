import type { ImportNames } from '../../model/flow.ts'
import { namesTakenAt } from './names-taken.ts'

/** More names of modules in one file are generated. */
const MAX_IMPORTS = 2000

const SCRIPT_IMPORTS = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,200})['"]/g
const PYTHON_IMPORTS = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]{0,20000})|([\w \t,]*))|import[ \t]+([\w., \t]+))/gm
const PROMISED_IMPORT = /\bimport\([^()]*\)\s*\.then\b/

/** A module, and what is taken of it by name; of all of it, nothing. */
type Import = readonly [module: string, names: readonly string[]]

const WHOLE: readonly string[] = []

/** Reads the imports from the text alone, so that no file is parsed for it. */
export function readImports(text: string, language: string): ImportNames {
  const python = language === 'python'
  const found = new Map<string, Set<string> | undefined>()
  for (const [module, names] of python ? pythonImports(text) : scriptImports(text)) {
    const known = found.has(module) ? found.get(module) : new Set<string>()
    found.set(module, known === undefined || names.length === 0 ? undefined : new Set([...known, ...names]))
    if (found.size >= MAX_IMPORTS) break
  }
  const taken = [...found.values()].map((names) => (names === undefined ? '' : copied([...names].join(','))))
  return { imports: [...found.keys()], taken, loose: python || PROMISED_IMPORT.test(text) }
}

function* scriptImports(text: string): Generator<Import> {
  for (const match of text.matchAll(SCRIPT_IMPORTS)) yield [copied(match[1]), namesTakenAt(text, match.index, match.index + match[0].length)]
}

function* pythonImports(text: string): Generator<Import> {
  for (const match of text.matchAll(PYTHON_IMPORTS)) {
    const [whole, from, listed, named = '', plain = ''] = match
    if (from === undefined) {
      for (const name of plain.split(',')) yield [copied(firstWord(name)), WHOLE]
      continue
    }
    const words = (listed?.replaceAll(/#.*/g, '') ?? named)
      .split(',')
      .map(firstWord)
      .filter((word) => word !== '')
    // What goes on in the next line is not read.
    yield [copied(from), text[match.index + whole.length] === '\\' ? WHOLE : words]
    for (const word of words) yield [from.endsWith('.') ? `${from}${word}` : `${from}.${word}`, WHOLE]
  }
}

function firstWord(text: string): string {
  return text.trim().split(/\s/, 1)[0]
}

/** A part of a string keeps all of it in memory: here the text of every file. */
function copied(part: string): string {
  return JSON.parse(JSON.stringify(part))
}
