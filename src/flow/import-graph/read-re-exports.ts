import { BOUNDS } from '../../model/bounds.ts'
import { stripComments } from './strip-comments.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Larger files contain more than re-exports. */
const MAX_TEXT = BOUNDS.reExportsText.value

/** Modules without these words export nothing. */
const EXPORTS = /\bexports?\b/

const MODULE = String.raw`\brequire\s*\(\s*['"][^'"\n]{1,200}['"]\s*\)(?:\s*\.\s*[\w$]+)?(?![\w$]|\s*[(.[])`
const TARGET = String.raw`(?:module\s*\.\s*)?exports(?:\s*\.\s*[\w$]+|\s*\[\s*['"][^'"\n]{1,100}['"]\s*\]){0,6}\s*=(?!=)`
const NAMES = String.raw`\{[\s\w$,:.]*\}`

const REQUIRED = new RegExp(String.raw`\b(?:const|let|var)\s+([\w$]+|${NAMES})\s*=\s*(?:${TARGET}\s*)?${MODULE}`, 'g')
const IMPORTED = /\bimport\b([\w$\s,{}*]{1,2000}?)\bfrom\s*['"]([^'"\n]{1,200})['"]/g
const AGAIN = /\bexport\b[\w$\s,{}*]{1,2000}?\bfrom\s*['"]([^'"\n]{1,200})['"]/g
const WORDS_OF_IMPORTS: ReadonlySet<string> = new Set(['as', 'type', 'default'])
/** The right side of an assignment to exports: a module, a name, or an object of both. */
const ASSIGNED = new RegExp(
  String.raw`${TARGET}\s*(?:${TARGET}\s*){0,4}(?:${MODULE}|[\w$]+(?=\s*(?:[;}\n]|$))|\{(?:[\s\w$,:.'"-]|${MODULE})*\})`,
  'g',
)
const LISTED = /\bexport\s+(?:default\s+(?:\{[\s\w$,:.]*\}|[\w$]+(?=\s*(?:;|\n|$)))|\{[\s\w$,]*\})/g
const ALL_OF = new RegExp(
  String.raw`\b(?:__exportStar|Object\s*\.\s*assign)\s*\(\s*(?:(?:module\s*\.\s*)?exports\s*,\s*)?${MODULE}(?:\s*,\s*exports)?\s*\)`,
  'g',
)
const NAMED_MODULE = /['"]([^'"\n]{1,200})['"]\s*\)/g

/** Imported modules that a script only exports again, judged by its text: `exports.merge = require('./merge')`, `export * from './merge'`. */
export function readReExports(text: string): readonly string[] {
  if (text.length > MAX_TEXT || !EXPORTS.test(text)) return []
  const handed = new Set<string>()
  const names = new Map<string, string[]>()
  const bind = (module: string, list: string): void => {
    const words = list.match(/[\w$]+/g) ?? []
    for (const word of words) if (!WORDS_OF_IMPORTS.has(word)) addToGroup(names, module, word)
  }
  const modulesOf = (part: string): void => {
    for (const [, module] of part.matchAll(NAMED_MODULE)) handed.add(module)
  }
  const cut = (part: string): string => (modulesOf(part), ' ')
  const rest = stripComments(text, beginsComment)
    .replaceAll(REQUIRED, (part, list: string) => {
      for (const [, module] of part.matchAll(NAMED_MODULE)) bind(module, list)
      return ' '
    })
    .replaceAll(IMPORTED, (_, list: string, module: string) => (bind(module, list), ' '))
    .replaceAll(AGAIN, (_, module: string) => (handed.add(module), ' '))
    .replaceAll(ALL_OF, cut)
    .replaceAll(ASSIGNED, cut)
    .replaceAll(LISTED, ' ')
  const used = new Set(rest.match(/[\w$]+/g))
  for (const [module, words] of names) {
    if (words.some((word) => used.has(word))) handed.delete(module)
    else handed.add(module)
  }
  // These modules are also used otherwise.
  for (const [, module] of rest.matchAll(/['"]([^'"\n]{1,200})['"]/g)) handed.delete(module)
  return [...handed].map((name) => JSON.parse(JSON.stringify(name)))
}

/** The two slashes of a URL begin no comment. */
function beginsComment(text: string, at: number): boolean {
  return !/[:'"\w]/.test(text.charAt(at - 1))
}
