import { cellOf, join, readVariable } from '../../lowering/create-lowering.ts'
import { type JavaScriptLowering, lowerExpression } from './javascript-lowering.ts'

/** The class that a type names. It may be declared further down. */
export function readType(low: JavaScriptLowering, node: number): number {
  const declaration = low.names.declarationOf[node]
  if (declaration < 0) return lowerExpression(low, node)
  low.captured.add(declaration)
  return join(low, node, [readVariable(low, declaration, node), cellOf(low, declaration)])
}
