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

/**
 * Where a file passes requests to other files, according to these rows. Empty if that exceeds its budget: then access counts as unrestricted, and no
 * finding is lost.
 */
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
