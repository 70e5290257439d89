import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

/** Literals of the source that look like a diagnostic's code but are not. */
const OTHERS = new Set(['src/lib', 'area/what', 'dist/build-id'])

describe('docs/errors.md', () => {
  const headings = [...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^### `([^`]+)`$/gm)].map(([, code = '']) => code)

  it('has one heading for each code of the source, and no other', () => {
    expect(headings.toSorted()).toEqual([...codesOfSource()].toSorted())
  })

  it('explains each code and how to fix it', () => {
    const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
    const bodies = page.split(/^### /m).slice(1)
    expect(bodies.filter((body) => body.split('\n').slice(1).join(' ').trim().length < 40).map((body) => body.split('\n')[0])).toEqual([])
  })

  it('groups the codes of an area, in order', () => {
    const area = (code: string) => code.split('/')[0] ?? ''
    const areas = headings.map(area).filter((name, index, all) => name !== all[index - 1])
    expect(areas).toEqual([...new Set(areas)])
  })
})

/** Codes are written as literals wherever they are created, so that a search finds them: `'query/unknown-node'`. */
function codesOfSource(): Set<string> {
  const modules = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'),
  )
  const literals = modules.flatMap((name) => {
    const lines = readFileSync(join(root, 'src', name), 'utf8').split('\n')
    const code = lines.filter((line) => !/^\s*(?:\*|\/\*\*|\/\/)/.test(line) && !/\bfrom '/.test(line)).join('\n')
    return [...code.matchAll(/'([a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*)'/g)].map(([, literal = '']) => literal)
  })
  return new Set(literals.filter((literal) => !OTHERS.has(literal)))
}
