import type { Bindings, Bound } from './bindings.ts'
import type { MatchContext, NodeContext } from './matcher.ts'
import type { Span } from './position.ts'
import type { Scalar } from './scalar.ts'

/** The metavariable of the reported code. */
export const MATCH = '$MATCH'

/** The value of a metavariable by its name in `boundName`, or undefined. */
export function lookup(bindings: Bindings, name: string): Bound | undefined {
  for (let at = bindings; at !== undefined; at = at.rest) if (at.name === name) return at.bound
  return undefined
}

/** Whether only the constraints of its own pattern see a metavariable: `$_VERB`. */
export function isLocal(name: string): boolean {
  return /^\$_[A-Z0-9]/.test(name)
}

/** The name that a metavariable is bound by: `$...ARGS` and `$ARGS` are the same. */
export function boundName(written: string): string {
  return written.replace('...', '')
}

/** Adds a binding in front. Earlier bindings stay unchanged for other alternatives. */
export function bind(bindings: Bindings, name: string, bound: Bound): Bindings {
  return { name, bound, rest: bindings }
}

/** Whether a context has a syntax tree. */
export function hasTree(context: MatchContext): context is NodeContext {
  return 'tree' in context
}

/** The source text of a bound value. */
export function boundText(context: MatchContext, bound: Bound): string {
  const { text } = context.file
  switch (bound.kind) {
    case 'text':
      return text.slice(bound.start, bound.end)
    case 'key':
      return bound.text
    case 'value':
      return bound.value.kind === 'scalar' ? String(bound.value.value) : text.slice(bound.value.start, bound.value.end)
    case 'node':
      return hasTree(context) ? text.slice(context.tree.start[bound.node], context.tree.end[bound.node]) : ''
    case 'nodes': {
      const [first] = bound.nodes
      const last = bound.nodes.at(-1)
      return first === undefined || last === undefined || !hasTree(context) ? '' : text.slice(context.tree.start[first], context.tree.end[last])
    }
  }
}

/** The value, if it is known without running the program: a constant expression, a scalar, or the text of a group. */
export function boundConstant(context: MatchContext, bound: Bound): Scalar | undefined {
  switch (bound.kind) {
    case 'text':
    case 'key':
      return boundText(context, bound)
    case 'value':
      return bound.value.kind === 'scalar' && bound.value.computed !== true ? bound.value.value : undefined
    case 'node':
      return hasTree(context) ? context.symbols.constantOf(bound.node) : undefined
    case 'nodes':
      return bound.nodes.length === 1 && bound.nodes[0] !== undefined && hasTree(context) ? context.symbols.constantOf(bound.nodes[0]) : undefined
  }
}

/** The offsets of a bound value. Undefined for an empty list of nodes. */
export function boundSpan(context: MatchContext, bound: Bound): Span | undefined {
  switch (bound.kind) {
    case 'text':
    case 'key':
      return { start: bound.start, end: bound.end }
    case 'value':
      return { start: bound.value.start, end: bound.value.end }
    case 'node':
      return hasTree(context) ? { start: context.tree.start[bound.node], end: context.tree.end[bound.node] } : undefined
    case 'nodes': {
      const [first] = bound.nodes
      const last = bound.nodes.at(-1)
      if (first === undefined || last === undefined || !hasTree(context)) return undefined
      return { start: context.tree.start[first], end: context.tree.end[last] }
    }
  }
}
