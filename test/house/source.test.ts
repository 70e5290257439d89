import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

/** Constructions for which the linter has no rule. Columns matter, because the formatter puts a module's own declarations at the first column. */
const REFUSED = [
  { name: 'variables of a module, which every caller would share', pattern: /^(?:export )?let / },
  { name: 'a star export, which hides the exports of an entry point', pattern: /^export \* from '(?!\.\.\/index\.ts')/ },
  { name: 'the clock or chance, which no result may hold', pattern: /\b(?:Date\.now|new Date|Math\.random|randomUUID|localeCompare|toLocale\w+)\(/ },
] as const

/** Exceptions with their reasons. */
const EXCUSED: Readonly<Record<string, string>> = {
  'engines/syntax/syntax-runtime.ts': 'tree-sitter is one instance a thread, and gives the first one again',
}

describe('src has no', () => {
  const modules = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'),
  )

  it.each(REFUSED)('$name', ({ pattern }) => {
    const found = modules.flatMap((file) => {
      const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n')
      return lines.flatMap((line, index) => (pattern.test(line) && !isComment(line) ? [`${file}:${index + 1}`] : []))
    })
    expect(found.filter((place) => !(place.replace(/:\d+$/, '') in EXCUSED))).toEqual([])
  })
})

function isComment(line: string): boolean {
  return /^\s*(?:\*|\/\*\*|\/\/)/.test(line)
}
