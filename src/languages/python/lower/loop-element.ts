import { SYNTHETIC_KEY, OP } from '../../../model/program.ts'
import { isDictionary } from '../../lowering/made-dictionary.ts'
import { load, loadLooped, storePart, value } from '../../lowering/values.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'

/** What a loop over a value comes to: of a dictionary that was made in place its keys. */
export function loadElement(low: PythonLowering, over: number, held: number, node: number): number {
  return isMadeDictionary(low, over, held) ? load(low, held, SYNTHETIC_KEY.keys, node) : loadLooped(low, held, node)
}

/** What a call takes that loops over its argument: `", ".join(fields)`, `sorted(fields)`. */
export function lowerLooped(low: PythonLowering, over: number): number {
  const held = lowerExpression(low, over)
  return isMadeDictionary(low, over, held)
    ? storePart(low, value(low, OP.unknown, over), undefined, load(low, held, SYNTHETIC_KEY.keys, over), over)
    : held
}

/** Whether the value of the expression is a dictionary that the function made, or the only one that a variable of the file ever holds. */
export function isMadeDictionary(low: PythonLowering, node: number, held: number): boolean {
  if (isDictionary(low, held)) return true
  const { symbols, kinds } = low
  const written = node < 0 ? node : symbols.valueOf(node)
  const kind = kindOf(low, written)
  return written >= 0 && (kind === kinds.id.dictionary_comprehension || kind === kinds.id.dictionary)
}
