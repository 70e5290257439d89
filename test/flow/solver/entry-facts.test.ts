import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMustTaint } from '../../../src/flow/solver/confidence.ts'
import { addExitFact, addIncomingEdge, createEntryFact, type ExitFact, type IncomingEdge } from '../../../src/flow/solver/entry-facts.ts'

const labelSets = fc.integer({ min: 1, max: 15 })
const edges = fc.record({ edge: fc.record({ call: fc.nat(3), callback: fc.integer({ min: -1, max: 1 }), fact: fc.nat(3) }), labels: labelSets })
const exits: fc.Arbitrary<ExitFact> = fc.record({
  kind: fc.constantFrom('result', 'self', 'parameter', 'thrown', 'value'),
  at: fc.nat(2),
  path: fc.nat(3),
  labels: labelSets,
  fact: fc.nat(9),
})

const edgeKey = ({ call, callback, fact }: IncomingEdge): string => `${call} ${callback} ${fact}`
const exitKey = ({ kind, at }: ExitFact, path: number): string => `${kind} ${kind === 'parameter' || kind === 'value' ? at : ''} ${path}`

describe('the incoming set', () => {
  it('has each edge once, and returns each of its labels as new once', () => {
    fc.assert(
      fc.property(fc.array(edges), (added) => {
        const entryFact = createEntryFact(0)
        const labelsByEdge = new Map<string, number>()
        for (const { edge, labels } of added) {
          const known = labelsByEdge.get(edgeKey(edge)) ?? 0
          expect(addIncomingEdge(entryFact, edge, labels)).toBe(labels & ~known)
          labelsByEdge.set(edgeKey(edge), known | labels)
        }
        expect(entryFact.incoming.map(edgeKey)).toEqual([...labelsByEdge.keys()])
      }),
    )
  })

  it('calls the listeners of edges for each edge, and those of call sites for each call site', () => {
    fc.assert(
      fc.property(fc.array(edges), (added) => {
        const entryFact = createEntryFact(0)
        const heard: string[] = []
        const sites: string[] = []
        entryFact.incomingListeners.set('test', (edge) => heard.push(edgeKey(edge)))
        entryFact.siteListeners.set('test', ({ call, callback }) => sites.push(`${call} ${callback}`))
        for (const { edge, labels } of added) addIncomingEdge(entryFact, edge, labels)
        expect(heard).toEqual(entryFact.incoming.map(edgeKey))
        expect(sites).toEqual([...new Set(added.map(({ edge }) => `${edge.call} ${edge.callback}`))])
      }),
    )
  })
})

describe('the end summary', () => {
  it('has each label of an exit once, and none that its must-taint path has', () => {
    fc.assert(
      fc.property(fc.array(exits), (added) => {
        const { endSummary } = createEntryFact(0)
        const labelsByExit = new Map<string, number>()
        for (const exit of added) {
          const key = exitKey(exit, exit.path)
          const known = labelsByExit.get(key) ?? 0
          const fresh = exit.labels & ~known & ~(labelsByExit.get(exitKey(exit, toMustTaint(exit.path))) ?? 0)
          expect(addExitFact(endSummary, exit)).toBe(fresh !== 0)
          if (fresh === 0) continue
          labelsByExit.set(key, known | fresh)
          expect(endSummary.inOrder.at(-1)).toEqual({ ...exit, labels: fresh })
        }
      }),
    )
  })

  it('has the same labels in any order of exits of one certainty', () => {
    fc.assert(
      fc.property(fc.array(exits), (added) => {
        const labelsOf = (order: readonly ExitFact[]): ReadonlyMap<string, number> => {
          const { endSummary } = createEntryFact(0)
          for (const exit of order) addExitFact(endSummary, exit)
          const found = new Map<string, number>()
          for (const exit of endSummary.inOrder) found.set(exitKey(exit, exit.path), (found.get(exitKey(exit, exit.path)) ?? 0) | exit.labels)
          return found
        }
        expect(labelsOf(added.toReversed())).toEqual(labelsOf(added))
      }),
    )
  })
})
