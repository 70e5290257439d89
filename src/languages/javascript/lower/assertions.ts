import { childByField } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

const ASSERTIONS =
  /^(?:assert(?:\.strict)?(?:\.ok)?|assert\/strict(?:\.ok)?|(?:tiny-)?invariant|ts-invariant\.invariant|console\.assertOrThrow|(?:this\.)?(?:assert|ensure)(?:That|True|Ok|Condition)?|precondition|checkArgument|requireThat)$/

/** Whether the function throws unless its first argument is truthy, by its name or its body. */
export function isAssertion(low: JavaScriptLowering, name: string, callee: number): boolean {
  return ASSERTIONS.test(name) || throwsUnless(low, callee)
}

/** Whether it is a function of this file that starts with a throw unless its first parameter is truthy, or has an `asserts` return type. */
function throwsUnless(low: JavaScriptLowering, callee: number): boolean {
  const { tree, text, kinds, symbols } = low
  const { id, field } = kinds
  if (kindOf(low, callee) !== id.identifier) return false
  const declaration = symbols.declarationOf(callee)
  const home = declaration < 0 ? -1 : tree.parent[declaration]
  const kind = kindOf(low, home)
  const made = kind === id.variable_declarator ? childByField(tree, home, field.value) : kind === id.function_declaration ? home : -1
  const body = made < 0 ? -1 : childByField(tree, made, field.body)
  if (body < 0) return false
  const head = text.slice(tree.start[made], tree.start[body])
  const parameter = /\(\s*([\w$]+)/.exec(head)?.[1]
  if (parameter === undefined) return false
  const asserted = /\)\s*:\s*asserts\s+([\w$]+)\s*(?:=>\s*)?$/.exec(head)?.[1]
  const thrown = /^\{\s*if\s*\(\s*!\s*([\w$]+)\s*\)\s*(?:\{\s*)?throw\b/.exec(text.slice(tree.start[body], tree.start[body] + 200))?.[1]
  return asserted === parameter || thrown === parameter
}
