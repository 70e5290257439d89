import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { readVariable, writeVariable } from '../../lowering/variables.ts'
import { callWithArgument, propertyValue, calledProperty } from './call-syntax.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { applyShape, isRestrictive, type SchemaShape, shapeOfField } from './schema-shape.ts'
import { shapeOf, shapeOfFields } from './lower-schema.ts'

/** Calls that register the function of a tool with its description. */
const TOOL_REGISTRATIONS: ReadonlySet<string> = new Set(['tool', 'registerTool'])
/** Keys of the function of a tool in its description. */
const TOOL_FUNCTIONS: ReadonlySet<string> = new Set(['execute', 'func', 'run'])
const SCHEMA_KEYS = ['inputSchema', 'parameters', 'schema', 'input']

/** Constrains the arguments of a tool, which a model generates, by its schema: `tool({ inputSchema: z.object({ … }), execute: ({ path }) => … })`. */
export function lowerToolInput(low: JavaScriptLowering, functionNode: number): void {
  const { tree, text, kinds } = low
  const { id, field } = kinds
  const list = childByField(tree, functionNode, field.parameters)
  const first = list < 0 ? -1 : firstNamedChild(tree, list)
  if (first < 0) return
  const shape = toolShape(low, functionNode)
  if (shape === undefined) return
  const parameter = kindOf(low, first) === id.required_parameter ? childByField(tree, first, field.pattern) : first
  if (kindOf(low, parameter) === id.identifier) {
    writeVariable(low, parameter, applyShape(low, parameter, shape, readVariable(low, parameter, parameter)))
    return
  }
  if (kindOf(low, parameter) !== id.object_pattern || shape === 'harmless') return
  for (const part of namedChildren(tree, parameter)) {
    const inner = shapeOfField(shape, nodeText(tree, text, part))
    if (inner !== undefined) writeVariable(low, part, applyShape(low, part, inner, readVariable(low, part, part)))
  }
}

function toolShape(low: JavaScriptLowering, functionNode: number): SchemaShape | undefined {
  const { tree, text, kinds, syntax } = low
  const { id, field } = kinds
  const call = callWithArgument(low, functionNode)
  if (call >= 0) {
    const site = syntax.callAt(tree, text, call)
    const name = site === undefined ? '' : calledProperty(low, site.callee) || nodeText(tree, text, site.callee)
    if (site === undefined || !TOOL_REGISTRATIONS.has(name)) return undefined
    for (const { node } of site.arguments) {
      if (node === functionNode) continue
      const shape = declaredShape(low, node) ?? shapeOfFields(low, node, 0)
      if (isRestrictive(shape)) return shape
    }
    return undefined
  }
  const isMethod = kindOf(low, functionNode) === id.method_definition
  const pair = isMethod ? functionNode : tree.parent[functionNode]
  if (pair <= 0 || (!isMethod && kindOf(low, pair) !== id.pair)) return undefined
  const key = childByField(tree, pair, isMethod ? field.name : field.key)
  return key >= 0 && TOOL_FUNCTIONS.has(nodeText(tree, text, key)) ? declaredShape(low, tree.parent[pair]) : undefined
}

function declaredShape(low: JavaScriptLowering, node: number): SchemaShape | undefined {
  for (const key of SCHEMA_KEYS) {
    const described = propertyValue(low, node, key)
    if (described >= 0) return shapeOf(low, described, 0) ?? shapeOfFields(low, described, 0)
  }
  return undefined
}
