import { calledMethod } from '../../lowering/called-method.ts'
import { endsWithSeparator } from '../../lowering/ends-with-separator.ts'
import { type BranchFacts, containmentFacts, NO_FACTS } from '../../lowering/guard-facts.ts'
import { factsOn } from './guarded-expressions.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

const PATH_NORMALIZERS = /^(?:path\.(?:posix\.|win32\.)?(?:resolve|join|normalize)|fs\.(?:promises\.)?realpath(?:Sync)?|fs\/promises\.realpath)$/

/** Whether the expression is a path without steps upwards: the result of `path.resolve`. */
export function isNormalizedPath(low: JavaScriptLowering, node: number): boolean {
  const { tree, text, symbols } = low
  const held = low.syntax.callAt(tree, text, low.syntax.unwrap(tree, symbols.valueOf(low.syntax.unwrap(tree, node))))
  return held !== undefined && PATH_NORMALIZERS.test(symbols.nameOf(held.callee) ?? '')
}

/** Facts of `resolved.startsWith(BASE + path.sep)`; undefined where the object is no normalized path. */
export function pathPrefixFacts(low: JavaScriptLowering, node: number, object: number, prefix: number): BranchFacts | undefined {
  if (object < 0 || !isNormalizedPath(low, object)) return undefined
  return { whenTrue: containmentFacts(factsOn(low, object), node, !endsWithSeparator(low, prefix)), whenFalse: [] }
}

/** Facts of `resolved.indexOf(BASE + path.sep) === 0`. */
export function startComparisonFacts(low: JavaScriptLowering, node: number, call: number, position: number): BranchFacts {
  const { tree, text, symbols } = low
  const site = symbols.constantOf(position) === 0 ? low.syntax.callAt(tree, text, low.syntax.unwrap(tree, call)) : undefined
  const { object, method } = calledMethod(low, site)
  return method === 'indexOf' ? (pathPrefixFacts(low, node, object, site?.arguments[0]?.node ?? -1) ?? NO_FACTS) : NO_FACTS
}
