import { nodeText } from '../../model/tree-access.ts'
import type { Lowering } from './lowering.ts'
import { asked, type Checked, type Condition, isHeldStill, NOTHING_CHECKED } from './refine.ts'

/** A host behind a name, within an address, of a text: no more steps than these are told apart. */
const MOST_STEPS = 8

/** Expressions looked at behind one part: a path that is joined of joined paths may be made of any number. */
const MOST_WHOLES = 60

/** What a language knows of expressions that are parts or other forms of others. */
export interface WholeReader<L extends Lowering> {
  /** Expressions that the node is made of, one step back; -1 for one that is not known. */
  wholesOf(low: L, node: number): readonly number[]
  /** Whether the node is a name: what it holds was made further up. */
  isName(low: L, node: number): boolean
  /** Places that the expression reads. */
  places(low: L, node: number): readonly Checked[]
}

/**
 * Places that what is looked at is a part or another form of: `url` and `text` for `host`, after `url = parse(text)` and `host = url.host`. A rule knows what a
 * look at the part tells of them.
 */
export function findPlacesBehind<L extends Lowering>(low: L, node: number, { wholesOf, isName, places }: WholeReader<L>): Checked[] {
  const here: Checked[] = []
  const above: Checked[] = []
  const seen = new Set<number>()
  const add = (whole: number, isAbove: boolean, steps: number): void => {
    if (whole < 0 || steps > MOST_STEPS || seen.has(whole) || seen.size >= MOST_WHOLES) return
    seen.add(whole)
    ;(isAbove ? above : here).push(...places(low, whole))
    for (const each of wholesOf(low, whole)) add(each, isAbove || isName(low, whole), steps + 1)
  }
  for (const whole of wholesOf(low, node)) add(whole, isName(low, node), 1)
  return [...here, ...above.filter((each) => isHeldStill(low, each, true))]
}

/** What a look at a part, such as the host of an address, may tell of the whole. */
export function askBehind<L extends Lowering>(low: L, looked: number, check: number, reader: WholeReader<L>): Condition {
  if (looked < 0) return NOTHING_CHECKED
  const behind = findPlacesBehind(low, looked, reader)
  return behind.length === 0 ? NOTHING_CHECKED : asked(behind, check, -1, nodeText(low.tree, low.text, looked))
}
