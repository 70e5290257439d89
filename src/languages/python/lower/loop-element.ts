import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { isDictionary } from '../../lowering/is-dictionary.ts'
import { load, loadIterated, storeField, addValue } from '../../lowering/values.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** The element of a loop over a value; its keys for a dictionary literal. */
export function loadLoopElement(low: PythonLowering, over: number, held: number, node: number): number {
  return isCreatedDictionary(low, over, held) ? load(low, held, SYNTHETIC_KEY.keys, node) : loadIterated(low, held, node)
}

/** The argument of a call that iterates it: `", ".join(fields)`, `sorted(fields)`. */
export function lowerIterated(low: PythonLowering, over: number): number {
  const held = lowerExpression(low, over)
  return isCreatedDictionary(low, over, held)
    ? storeField(low, addValue(low, OP.unknown, over), undefined, load(low, held, SYNTHETIC_KEY.keys, over), over)
    : held
}

/** Whether the value is a dictionary that the function created, or the only value of a variable and a dictionary. */
export function isCreatedDictionary(low: PythonLowering, node: number, held: number): boolean {
  if (isDictionary(low, held)) return true
  const { symbols, kinds } = low
  const written = node < 0 ? node : symbols.valueOf(node)
  const kind = kindOf(low, written)
  return written >= 0 && (kind === kinds.id.dictionary_comprehension || kind === kinds.id.dictionary)
}
