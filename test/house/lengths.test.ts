import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

const MAX_FUNCTION_LINES = 60
const MAX_FILE_LINES = 250

const files = ['src/flow', 'src/scan'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.ts') ? [join(folder, name)] : [])),
)

/** The file and its functions that are over the limits. */
function longIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line
  const found = code.trimEnd().split('\n').length > MAX_FILE_LINES ? [file] : []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart(source)) >= MAX_FUNCTION_LINES)
      found.push(`${file} ${node.name?.getText(source) ?? ''}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('lengths', () => {
  it('stay below 60 lines of a function and 250 of a file', () => {
    expect(files.flatMap(longIn)).toEqual([])
  })
})
