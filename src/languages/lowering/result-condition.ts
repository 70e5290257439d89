import type { Lowering } from './lowering.ts'
import { askedResult, type Checked, type Condition, NOTHING_CHECKED, stillKnown, together } from './refine.ts'
import { resultAt } from './result-at.ts'

/** `if (ok)` after `const { ok, error } = check(x)`, `if result.ok:`: what the function says of what it was given. `places` reads the places of an argument. */
export function resultCondition<Low extends Lowering>(low: Low, node: number, places: (low: Low, node: number) => readonly Checked[]): Condition {
  const found = resultAt(low, low.valueAt[node])
  const site = found === undefined ? undefined : low.syntax.callAt(low.tree, low.text, found.call)
  if (found === undefined || site === undefined || site.arguments.length === 0) return NOTHING_CHECKED
  const told = site.arguments.map((argument, index) => askedResult(places(low, argument.node), found.call, index, found.part))
  return stillKnown(low, together(told))
}
