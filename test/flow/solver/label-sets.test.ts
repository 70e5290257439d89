import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceSite, TaintUse } from '../../../src/model/flow.ts'
import { createLabelBatches, LABEL_SETS, labelNames, labelsNamed, labelsOfRule, transferLabels } from '../../../src/flow/solver/label-sets.ts'

const anySet = fc.nat(2 ** 31 - 1)

describe('label sets', () => {
  it('are a join semilattice', () => {
    const { bottom, join, lessOrEqual } = LABEL_SETS
    fc.assert(
      fc.property(anySet, anySet, anySet, (a, b, c) => {
        expect(join(a, b)).toBe(join(b, a))
        expect(join(join(a, b), c)).toBe(join(a, join(b, c)))
        expect(join(a, a)).toBe(a)
        expect(join(bottom, a)).toBe(a)
        expect(lessOrEqual(a, b)).toBe(join(a, b) === b)
        expect(lessOrEqual(a, join(a, b))).toBe(true)
      }),
    )
  })

  /** Two labels with two flow states each: bits 0 and 1, and bits 2 and 3; and one label without, bit 4. */
  const states = { withContainedState: 0b00101 }
  const anyLabels = fc.nat(2 ** 5 - 1)
  /** The labels that edges keep: the first state of a label implies its contained state. */
  const anyKept = anyLabels.map((labels) => labels | ((labels & states.withContainedState) << 1))

  /** The same edge, separately for each label. */
  function transferEach(labels: number, kept: number): number {
    let result = labels & kept
    for (const first of [0, 2]) {
      const isMoved = (labels & (1 << first)) !== 0 && (kept & (1 << first)) === 0 && (kept & (1 << (first + 1))) !== 0
      if (isMoved) result |= 1 << (first + 1)
    }
    return result
  }

  it('propagate along an edge label by label: if only the contained state is kept, data continues in that state', () => {
    fc.assert(
      fc.property(anyLabels, anyLabels, (labels, kept) => {
        expect(transferLabels(states, labels, kept)).toBe(transferEach(labels, kept))
      }),
    )
  })

  it('go along edges monotonically and distributively', () => {
    fc.assert(
      fc.property(anyLabels, anyLabels, anyLabels, (left, right, kept) => {
        const joined = transferLabels(states, left | right, kept)
        expect(joined).toBe(transferLabels(states, left, kept) | transferLabels(states, right, kept))
      }),
    )
  })

  it('go along a call path as along each of its edges: the summary of two edges is the second applied to the first', () => {
    // Entry facts start with all labels, so the remaining ones are the edge function.
    fc.assert(
      fc.property(anyLabels, anyKept, anyKept, (labels, first, second) => {
        const summary = transferLabels(states, transferLabels(states, -1, first), second)
        expect(transferLabels(states, labels, summary)).toBe(transferLabels(states, transferLabels(states, labels, first), second))
      }),
    )
  })

  const use = (rule: number, label: string | undefined, exact: boolean, sameFileOnly: boolean): TaintUse => ({
    number: 0,
    rule,
    role: 'source',
    clause: 'taint.sources[0]',
    label,
    requires: undefined,
    bySideEffect: false,
    exact,
    sameFileOnly,
    entryPointOnly: false,
    severity: 'high',
    confidence: 'high',
    ignoresContained: false,
    contexts: 1,
    takesWeak: false,
    sentByVictim: false,
    appliesTo: () => true,
  })
  const anyUse = fc
    .tuple(fc.nat(11), fc.constantFrom(undefined, 'a', 'b', 'c'), fc.boolean(), fc.boolean())
    .map(([rule, label, exact, sameFileOnly]) => use(rule, label, exact, sameFileOnly))
  const siteOf = (uses: readonly TaintUse[]): SourceSite => ({
    start: 0,
    end: 1,
    values: [],
    callbacks: [],
    parameter: undefined,
    propertyPath: [],
    dataNames: [],
    captures: new Map(),
    text: '',
    uses,
    access: undefined,
    enclosingNames: [],
  })

  it('have bits of their own for each label of a rule, and a rule is in one batch', () => {
    fc.assert(
      fc.property(fc.array(anyUse, { maxLength: 60 }), fc.uniqueArray(fc.nat(11)), (uses, stateful) => {
        const rules = new Set(uses.map(({ rule }) => rule))
        const batches = createLabelBatches([siteOf(uses)], new Set(rules), new Set(stateful))
        expect(batches.flatMap((batch) => [...batch.rules.keys()]).sort((left, right) => left - right)).toEqual(
          [...rules].sort((left, right) => left - right),
        )
        for (const batch of batches) {
          const bits = [...batch.rules.values()].flatMap((labels) => [...labels.values()])
          expect(new Set(bits).size).toBe(bits.length)
          expect(bits.every((bit) => bit > 0 && Math.log2(bit) < 31 && Number.isInteger(Math.log2(bit)))).toBe(true)
          for (const rule of batch.rules.keys()) {
            const names = new Set(uses.filter((each) => each.rule === rule).map(({ label }) => label ?? ''))
            expect(labelNames(batch, rule, labelsOfRule(batch, rule))).toEqual(names)
            const all = [...names].reduce((labels, name) => labels | labelsNamed(batch, rule, name), 0)
            expect(all).toBe(labelsOfRule(batch, rule))
          }
        }
      }),
    )
  })
})
