import { blankAmpersands } from './blank-ampersands.ts'
import { blankTypeArguments } from './blank-type-arguments.ts'

/**
 * Writes what the grammars do not know yet as something that they do, character for character, so that every place stays. Nothing of it changes what the code does: names are read from the
 * file's own text. Called for texts with an error alone.
 */
export function writePlainer(text: string): string | undefined {
  const plainer = REWRITES.reduce((written, { found, write }) => written.replace(found, write), blankAmpersands(blankTypeArguments(text)))
  return plainer === text ? undefined : plainer
}

interface Rewrite {
  readonly found: RegExp
  /** Gives a text of the same length. */
  write(found: string): string
}

const REWRITES: readonly Rewrite[] = [
  // export type * from 'a'
  { found: /\bexport\s+type(?=\s*\*)/g, write: (found) => found.replace('type', '    ') },
  // interface A<in T, out U>
  {
    found: /[<,]\s*(?:const\s+)?(?:(?:in|out)\s+){1,2}(?!(?:as|satisfies|instanceof|in|of|is)\b)(?=[A-Za-z_$])/g,
    write: (found) => found.replace(/\b(?:in|out)\b/g, blankOf),
  },
  // import defer * as a from 'a'
  { found: /\bimport\s+defer(?=\s*\*)/g, write: (found) => found.replace('defer', blankOf) },
  // import source a from 'a'
  { found: /\bimport\s+source(?=\s+[A-Za-z_$][\w$]*\s+from\b)/g, write: (found) => found.replace('source', blankOf) },
  // import.defer('a')
  { found: /\bimport\s*\.\s*(?:defer|source)(?=\s*\()/g, write: (found) => `import${blankOf(found.slice('import'.length))}` },
  // static accessor x = 1
  { found: /\baccessor(?=\s+(?!(?:as|satisfies|instanceof|in|of|is)\b)[#A-Za-z_$["'])/g, write: blankOf },
  // What was a name before it became a word of the language.
  { found: /\b(?:accessor|using)(?=\s*[.:;=?!,)\]])|\bas(?=\s*[=;])/g, write: (found) => `_${found.slice(1)}` },
  // for (await using a of b)
  { found: /\(\s*(?:await\s+)?using(?=\s+(?!of\b)[A-Za-z_$])/g, write: (found) => `(${'const'.padStart(found.length - 1)}` },
  // export { a } from 'a' with { type: 'json' }
  {
    found: /\bfrom\s*(?:"[^"\n]*"|'[^'\n]*')\s*(?:with|assert)\s*\{[^{}]*\}/g,
    write: (found) => found.replace(/(?:with|assert)\s*\{[^{}]*\}$/, blankOf),
  },
  // import('a').B<C>, as a type
  { found: /\bimport\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)\s*\.(?=\s*(?!then\b)[A-Za-z_$][\w$.]*<)/g, write: blankOf },
  // static [key: string]: string
  { found: /\bstatic(?=\s*\[\s*[A-Za-z_$][\w$]*\s*:)/g, write: blankOf },
  // <this.Part />
  { found: /<\/?this(?=\.)/g, write: (found) => found.replace('t', '_') },
]

function blankOf(found: string): string {
  return found.replace(/[^\r\n]/g, ' ')
}
