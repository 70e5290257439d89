import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLabels, createFactTable, findFact, firstFactOf, insertFact, predecessorOf } from '../../../src/flow/solver/fact-table.ts'
import { createWorklist } from '../../../src/flow/solver/worklist.ts'

const anyFact = fc.record({
  entry: fc.integer({ min: -3, max: 40 }),
  value: fc.oneof(fc.nat(30), fc.nat(2 ** 22)),
  path: fc.oneof(fc.nat(3), fc.nat(2 ** 16 - 1)),
  labels: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
})

describe('the fact table', () => {
  it('finds the same facts with the same labels as a map, however often it grows', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { minLength: 1, maxLength: 4_000 }), (added) => {
        const table = createFactTable()
        const model = new Map<string, { readonly fact: number; labels: number }>()
        for (const { entry, value, path, labels } of added) {
          const key = `${entry} ${value} ${path}`
          const known = model.get(key)
          expect(findFact(table, entry, value, path)).toBe(known?.fact ?? -1)
          if (known === undefined) model.set(key, { fact: insertFact(table, entry, value, path, labels, -1, -1), labels })
          else if ((known.labels | labels) !== known.labels) {
            addLabels(table, known.fact, labels, -1, -1)
            known.labels |= labels
          }
        }
        expect(table.count).toBe(model.size)
        for (const [key, { fact, labels }] of model) {
          expect(`${table.entry[fact]} ${table.value[fact]} ${table.path[fact]}`).toBe(key)
          expect(table.labels[fact]).toBe(labels)
          expect(findFact(table, table.entry[fact], table.value[fact], table.path[fact])).toBe(fact)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('returns for each label how it first reached a fact', () => {
    const table = createFactTable()
    const first = insertFact(table, -1, 1, 0, 0b001, -1, -1)
    const second = insertFact(table, -1, 2, 0, 0b110, -1, -1)
    const inCallee = insertFact(table, 0, 3, 0, -1, -1, -1)
    const fact = insertFact(table, -1, 4, 0, 0b001, first, -1)
    addLabels(table, fact, 0b011, second, inCallee)
    expect(table.labels[fact]).toBe(0b011)
    expect(predecessorOf(table, fact, 0b001)).toEqual({ predecessor: first, calleeFact: -1 })
    expect(predecessorOf(table, fact, 0b010)).toMatchObject({ predecessor: second, calleeFact: inCallee })
    expect(firstFactOf(table, fact, 0b010)).toBe(second)
    // A label that did not arrive separately has the first path.
    expect(predecessorOf(table, fact, 0b100)).toEqual({ predecessor: first, calleeFact: -1 })
  })

  it('measures distances through callees, finite even for recursive calls', () => {
    const table = createFactTable()
    let inner = insertFact(table, 0, 0, 0, 1, -1, -1)
    const distances: number[] = []
    for (let depth = 1; depth <= 64; depth++) {
      const start = insertFact(table, depth, 0, 0, 1, -1, -1)
      const once = insertFact(table, depth, 1, 0, 1, start, inner)
      inner = insertFact(table, depth, 2, 0, 1, once, inner)
      distances.push(table.distance[inner])
    }
    expect(distances.slice(0, 3)).toEqual([4, 12, 28])
    expect(Math.max(...distances)).toBe(2 ** 20)
  })
})

describe('the worklist', () => {
  it('gives facts in the order in which they came, each once until it is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(20), fc.constant(undefined)), { maxLength: 200 }), (actions) => {
        const worklist = createWorklist()
        const model: number[] = []
        for (const action of actions) {
          if (action === undefined) expect(worklist.shift()).toBe(model.shift() ?? -1)
          else {
            worklist.push(action)
            if (!model.includes(action)) model.push(action)
          }
          expect(worklist.pending()).toEqual(model)
        }
      }),
    )
  })

  it('keeps its order over many thousand facts', () => {
    const worklist = createWorklist()
    for (let fact = 0; fact < 200_000; fact++) worklist.push(fact)
    for (let fact = 0; fact < 150_000; fact++) if (worklist.shift() !== fact) throw new Error(`fact ${fact} is not the next`)
    worklist.push(7)
    expect(worklist.pending()).toHaveLength(50_001)
    expect(worklist.pending().at(-1)).toBe(7)
  })
})
