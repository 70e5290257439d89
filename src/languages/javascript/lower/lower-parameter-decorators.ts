import { firstNamedChild, nodeText } from '../../../model/tree-access.ts'
import { OP } from '../../../model/program.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { phi, load, addValue } from '../../lowering/values.ts'
import { writeVariable } from '../../lowering/variables.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/**
 * Applies Nest decorators to a parameter. Pipes are called with it (`@Param('slug', SlugPipe) slug`). A decorator of the program is a function that
 * returns it (`const Tenant = createParamDecorator((data, context) => …)`, `@Tenant() tenant`).
 */
export function lowerParameterDecorators(low: JavaScriptLowering, variable: number, decorators: readonly number[], parameter: number): void {
  let held = parameter
  for (const decorator of decorators) {
    const call = firstNamedChild(low.tree, decorator)
    const site = call < 0 ? undefined : low.syntax.callAt(low.tree, low.text, call)
    if (site === undefined) continue
    const passed = site.arguments.map(({ node }) => node)
    for (const pipe of passed)
      if (PIPE.test(nodeText(low.tree, low.text, pipe)) && !OF_NEST.test(low.symbols.nameOf(pipe)?.replace('()', '') ?? ''))
        held = callPipe(low, pipe, held)
    if (!OF_NEST.test(low.symbols.nameOf(site.callee) ?? '')) held = phi(low, call, [held, callDecorator(low, call, site.callee, passed)])
  }
  if (held !== parameter) writeVariable(low, variable, held)
}

/** Decorators and pipes of Nest itself. */
const OF_NEST = /^@nestjs\/[\w-]+\.\w+$/

/** A pipe class or an instance of one. */
const PIPE = /^(?:new\s+)?[A-Z]\w*Pipe\b(?!\.)/

function callPipe(low: JavaScriptLowering, node: number, held: number): number {
  const made = lowerExpression(low, node)
  const isClass = kindOf(low, node) === low.kinds.id.identifier
  const pipe = isClass ? lowerCallOf(low, node, { callee: made, spelledName: nodeText(low.tree, low.text, node), isConstruct: true }, []) : made
  return lowerCallOf(low, node, { callee: load(low, pipe, 'transform', node), receiver: pipe, spelledName: 'transform', isConstruct: false }, [held])
}

function callDecorator(low: JavaScriptLowering, node: number, callee: number, passed: readonly number[]): number {
  const data = passed.length === 0 ? addValue(low, OP.unknown, node) : lowerExpression(low, passed[0])
  const source = { callee: lowerExpression(low, callee), spelledName: nodeText(low.tree, low.text, callee), isConstruct: false }
  return lowerCallOf(low, node, source, [data, addValue(low, OP.unknown, node)])
}

interface CalledFunction {
  readonly callee: number
  readonly receiver?: number
  readonly spelledName: string
  readonly isConstruct: boolean
}

function lowerCallOf(low: JavaScriptLowering, node: number, { receiver = -1, ...source }: CalledFunction, passed: readonly number[]): number {
  const values = passed.map((each) => ({ kind: 'positional', value: each }) as const)
  return lowerCall(low, { ...source, node, receiver, name: '', arguments: values, isTaggedTemplate: false })
}
