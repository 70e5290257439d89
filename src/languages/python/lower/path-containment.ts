import { type BranchFacts, containmentFacts, contextFacts, NO_FACTS } from '../../lowering/guard-facts.ts'
import { guardBasesOf } from '../../lowering/derived-values.ts'
import { endsWithSeparator } from '../../lowering/ends-with-separator.ts'
import { contextBit } from '../../../model/string-context.ts'
import type { PythonLowering } from './python-lowering.ts'
import { normalizedPathFacts } from './resolved-path.ts'

/** A call of a method with its first argument. */
interface MethodCall {
  readonly method: string
  readonly object: number
  readonly first: number
}

/** Facts of `resolved.startswith(BASE + os.sep)` and `resolved.is_relative_to(BASE)`; undefined for other calls. */
export function pathMethodFacts(low: PythonLowering, node: number, { method, object, first }: MethodCall): BranchFacts | undefined {
  if (object < 0 || (method !== 'startswith' && method !== 'is_relative_to')) return undefined
  const resolved = normalizedPathFacts(low, object, method === 'is_relative_to')
  if (resolved.length === 0) return undefined
  return { whenTrue: containmentFacts(resolved, node, method === 'startswith' && !endsWithSeparator(low, first)), whenFalse: [] }
}

/** Facts of `os.path.commonprefix([BASE, path]) == BASE`. It compares characters, so that the base directory must end with a separator. */
export function commonPrefixFacts(low: PythonLowering, node: number, call: number, base: number): BranchFacts {
  const site = low.syntax.callAt(low.tree, low.text, low.syntax.unwrap(low.tree, low.symbols.valueOf(low.syntax.unwrap(low.tree, call))))
  if (site === undefined || !/^(?:os\.path|posixpath)\.commonprefix$/.test(low.symbols.nameOf(site.callee) ?? '')) return NO_FACTS
  if (!endsWithSeparator(low, base)) return NO_FACTS
  const facts = guardBasesOf(low, site.arguments[0]?.node ?? -1, node).whenTrue
  return { whenTrue: contextFacts(facts, { guard: node, argument: -1, outcome: 'true', contexts: contextBit('path') }), whenFalse: [] }
}
