import type { Mount } from '../../model/flow.ts'
import type { FlowEngine } from '../../model/flow-engine.ts'
import type { PartialFile } from '../../model/gap.ts'
import type { DialectRules, MountRow } from '../../model/ruleset.ts'
import type { Limits } from '../../model/scanner.ts'
import type { SourceView } from '../../model/source.ts'
import type { PhaseClock } from '../costs/phase-clock.ts'
import { createStepBudget, StepLimitError } from '../costs/step-budget.ts'

export interface MountsInput {
  readonly rules: DialectRules
  readonly rows: readonly MountRow[]
  readonly flow: FlowEngine
  readonly limits: Limits
  readonly clock: PhaseClock
  onGap(reason: PartialFile['reason'], detail: string): void
}

/** Where a file hands requests on to others, as these rows say. None where that takes too much: then everybody is taken to get there, and nothing is left out. */
export function readMounts(view: SourceView, { rules, rows, flow, limits, clock, onGap }: MountsInput): readonly Mount[] {
  const tree = view.tree()
  const symbols = view.symbols()
  const { code } = rules
  if (tree === undefined || symbols === undefined || code === undefined) return []
  const budget = createStepBudget(1, limits)
  try {
    budget.charge(0)
    return clock.time('flow', () => flow.findMounts({ file: view, spend: budget.spend, tree, symbols, syntax: code.syntax }, rows))
  } catch (error) {
    if (!(error instanceof StepLimitError))
      onGap('rule-failed', `A matcher of data flow failed: ${error instanceof Error ? error.name : 'unknown error'}.`)
    return []
  }
}
