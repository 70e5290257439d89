import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scanner } from '../../src/index.ts'
import { openFlowScanner } from './open-flow-scanner.ts'
import { reportedPlaces } from './reported-places.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await openFlowScanner()
})
afterAll(() => scanner.close())

/** Python modules that all import each other. Each stores its argument and passes it to the next. */
function modulesInACircle(count: number): { readonly path: string; readonly content: string }[] {
  const names = Array.from({ length: count }, (_, index) => `m${index}`)
  const modules = names.map((name, index) => ({
    path: `pkg/${name}.py`,
    content: `from pkg import ${names.filter((other) => other !== name).join(', ')}\nstate = {}\ndef put(x):\n    state['${name}'] = x\n    sink(x)\n    ${names[(index + 1) % count]}.put(x)\n`,
  }))
  return [{ path: 'pkg/__init__.py', content: '' }, ...modules, { path: 'main.py', content: 'from pkg import m0\nm0.put(source())\n' }]
}

describe('state of Python modules', () => {
  it('is not multiplied by the chains of imports through which a module can be named', async () => {
    const { findings, partial } = await scanner.scan(modulesInACircle(14))
    expect(partial).toEqual([])
    expect(reportedPlaces(findings).toSorted()).toEqual(Array.from({ length: 14 }, (_, index) => `pkg/m${index}.py:5`).toSorted())
  })
})
