import { firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** Nest decorators that declare the messages of a handler class. */
const HANDLERS = /(?:^|\.)(?:CommandHandler|QueryHandler|EventsHandler)$/

/** Lowers `@QueryHandler(FindOrders) class …` to a call with the message classes and the handler class as arguments. */
export function lowerMessageHandler(low: JavaScriptLowering, node: number, handler: number): void {
  const { tree, text, syntax, symbols, kinds } = low
  const parent = tree.parent[node]
  const around = parent >= 0 && kindOf(low, parent) === kinds.id.export_statement ? namedChildren(tree, parent) : []
  for (const decorator of [...around, ...namedChildren(tree, node)]) {
    if (kindOf(low, decorator) !== kinds.id.decorator) continue
    const call = firstNamedChild(tree, decorator)
    const site = call < 0 ? undefined : syntax.callAt(tree, text, call)
    const name = site === undefined ? '' : (symbols.nameOf(site.callee) ?? '')
    if (site === undefined || !HANDLERS.test(name)) continue
    const messages = site.arguments.map((argument) => lowerExpression(low, argument.node))
    lowerCall(low, {
      node: call,
      callee: -1,
      receiver: -1,
      name,
      spelledName: '@handler',
      arguments: [...messages, handler].map((each) => ({ kind: 'positional', value: each })),
    })
  }
}
