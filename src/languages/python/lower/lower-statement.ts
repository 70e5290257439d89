import { OP } from '../../../model/program.ts'
import { readCondition } from '../../lowering/read-condition.ts'
import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerTryCatch, lowerJump } from '../../lowering/control-flow.ts'
import { load, addNary, addValue } from '../../lowering/values.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { refine } from '../../lowering/refine.ts'
import { assignTo, kindOf, lowerExpression, lowerStatement } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

export function lowerAssert(low: PythonLowering, node: number): void {
  const condition = firstNamedChild(low.tree, node)
  if (condition >= 0) refine(low, readCondition(low, condition).whenTrue)
}

/** `break` and `continue` */
export function lowerJumpStatement(low: PythonLowering, node: number): void {
  lowerJump(low, kindOf(low, node) === low.kinds.id.break_statement ? 'break' : 'continue', undefined)
}

export function lowerDelete(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  for (const part of namedChildren(tree, node))
    for (const target of kindOf(low, part) === kinds.id.expression_list ? namedChildren(tree, part) : [part])
      assignTo(low, target, addValue(low, OP.unknown, target))
}

/** Lowers the operands of `print` and `exec` of Python 2. */
export function lowerOperands(low: PythonLowering, node: number): void {
  for (const part of namedChildren(low.tree, node)) lowerExpression(low, part)
}

/** `except ValueError as error:` */
export function lowerExcept(low: PythonLowering, handler: number, thrown: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  for (const part of namedChildren(tree, handler)) {
    if (kindOf(low, part) === id.as_pattern) {
      const alias = childByField(tree, part, field.alias)
      if (alias >= 0) assignTo(low, firstNamedChild(tree, alias), thrown)
    } else if (kindOf(low, part) === id.block) lowerStatement(low, part)
  }
}

export function lowerWith(low: PythonLowering, node: number): void {
  const { tree, kinds } = low
  const { id, field } = kinds
  let suppresses = false
  for (const clause of namedChildren(tree, node)) {
    if (kindOf(low, clause) !== id.with_clause) continue
    for (const item of namedChildren(tree, clause)) {
      const held = childByField(tree, item, field.value)
      if (held < 0) continue
      if (isSuppressing(low, held)) suppresses = true
      if (kindOf(low, held) === id.as_pattern) {
        const entered = lowerContextManager(low, item, lowerExpression(low, firstNamedChild(tree, held)))
        const alias = childByField(tree, held, field.alias)
        if (alias >= 0) assignTo(low, firstNamedChild(tree, alias), entered)
      } else lowerContextManager(low, item, lowerExpression(low, held))
    }
  }
  const body = (): void => lowerStatement(low, childByField(tree, node, field.body))
  if (suppresses) lowerTryCatch(low, node, body, [() => {}], undefined, undefined)
  else body()
}

/** Whether `with suppress(KeyError):` continues after an exception. */
function isSuppressing(low: PythonLowering, held: number): boolean {
  const manager = kindOf(low, held) === low.kinds.id.as_pattern ? firstNamedChild(low.tree, held) : held
  const site = low.syntax.callAt(low.tree, low.text, manager)
  return site !== undefined && /^(?:contextlib\.suppress|pytest\.raises|self\.assertRaises(?:Regex)?)$/.test(low.symbols.nameOf(site.callee) ?? '')
}

/** The value that `with` binds: the result of `__enter__`. */
function lowerContextManager(low: PythonLowering, node: number, manager: number): number {
  return lowerCall(low, {
    node,
    callee: addNary(low, OP.phi, node, [load(low, manager, '__enter__', node), load(low, manager, '__aenter__', node)]),
    receiver: manager,
    name: '',
    spelledName: '__enter__',
    arguments: [],
    isConstruct: false,
    isTaggedTemplate: false,
  })
}
