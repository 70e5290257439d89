import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startSyntaxRuntime } from '../../src/engines/syntax/syntax-runtime.ts'

const modules = new URL('../../node_modules/', import.meta.url)
const read = (path: string): Uint8Array => readFileSync(new URL(path, modules))

const grammars = [
  ['javascript', 'tree-sitter-javascript/tree-sitter-javascript.wasm', ['commander/lib/command.js', 'vitest/dist/cli.js', 'ajv/dist/core.js']],
  ['typescript', 'tree-sitter-typescript/tree-sitter-typescript.wasm', ['web-tree-sitter/web-tree-sitter.d.ts', 'hono/dist/types/hono-base.d.ts']],
  ['tsx', 'tree-sitter-typescript/tree-sitter-tsx.wasm', ['web-tree-sitter/web-tree-sitter.d.ts', 'commander/lib/command.js']],
  ['python', 'tree-sitter-python/tree-sitter-python.wasm', ['../test/samples/shop.py', 'commander/lib/command.js']],
] as const

test.each(grammars)('%s trees decoded from memory equal those of the cursor, whole and corrupted', async (id, wasm, samples) => {
  const runtime = await startSyntaxRuntime(read('web-tree-sitter/web-tree-sitter.wasm'))
  const fast = await runtime.loadGrammar(id, read(wasm))
  const slow = await runtime.loadGrammar(id, read(wasm), { walk: 'cursor' })
  expect(fast.walk).toBe('memory')
  expect(slow.walk).toBe('cursor')
  let seed = 7
  const random = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
  for (const sample of samples) {
    const whole = new TextDecoder().decode(read(sample))
    for (let round = 0; round < 6; round++) {
      const cut = Math.floor(random() * whole.length)
      const damage = ['', '}})]("\0\ud800', '`${', '\n\t"""', '<a>'][round % 5]
      const text = round === 0 ? whole : whole.slice(0, cut) + damage + whole.slice(cut + Math.floor(random() * 200))
      const a = fast.parse(text)
      const b = slow.parse(text)
      expect(typeof a).toBe(typeof b)
      if (typeof a === 'string' || typeof b === 'string') continue
      const { names: _, ...left } = a
      const { names: __, ...right } = b
      expect(toBytes(left)).toEqual(toBytes(right))
    }
  }
})

/** Arrays as text, because comparing their elements takes seconds. */
function toBytes(tree: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]: [string, unknown]) => [
      key,
      ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') : value,
    ]),
  )
}
