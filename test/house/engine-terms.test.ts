import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

/** Words that the glossary has replaced by terms of program analysis. */
const REPLACED = /^(?:told|tell|held|given|gives|sow|sown|met|whole|beneath|gate|taken|asked|way|ways|note|notes|noted|harmless|surer)$/

/** Files of the engine whose names are done. Extend the list when the others follow. */
const DONE = ['flow/'] as const

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && DONE.some((done) => name.replaceAll('\\', '/').startsWith(done)),
)

/** The code without comments, strings and regexes. */
function identifiers(code: string): readonly string[] {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^\s*\/\^.*$/gm, ' ')
  return plain.match(/[A-Za-z_]\w*/g) ?? []
}

/** `noteGiven` has the words `note` and `given`. */
function wordsOf(identifier: string): readonly string[] {
  return (identifier.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase())
}

describe('the engine', () => {
  it('is read', () => {
    expect(files.length).toBeGreaterThan(5)
  })

  it.each(files)('uses the terms of the glossary: %s', (file) => {
    const found = identifiers(readFileSync(join(root, 'src', file), 'utf8')).filter((each) => wordsOf(each).some((word) => REPLACED.test(word)))
    expect([...new Set(found)]).toEqual([])
  })

  it.each(files)('has no line over 150 columns, regexes aside: %s', (file) => {
    const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n')
    expect(lines.flatMap((line, index) => (line.length > 150 && !/^\s*\/\^/.test(line) ? [index + 1] : []))).toEqual([])
  })
})
