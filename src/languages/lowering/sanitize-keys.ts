import { OP, SYNTHETIC_KEY } from '../../model/program.ts'
import type { Lowering } from './lowering.ts'
import { addValue, storeField } from './values.ts'
import { readVariable, writeVariable } from './variables.ts'

/** Marks the keys of the collection in the variable as sanitized. */
export function sanitizeKeys(low: Lowering, variable: number, node: number): void {
  const valueId = readVariable(low, variable, node)
  writeVariable(low, variable, storeField(low, valueId, SYNTHETIC_KEY.keys, addValue(low, OP.unknown, node), node))
}
