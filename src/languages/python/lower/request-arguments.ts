import type { SchemaWord } from '../../../model/call-models.ts'
import type { CallSite } from '../../../model/language.ts'
import { lastSegment } from '../../../model/symbols.ts'
import { childByField, firstNamedChild, namedChildren, nodeText } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'
import { isLimiting } from './schema-words.ts'

/** Names of sanitized properties of a parameter, by the schema of a decorator: `@use_args({"page": fields.Int()})`. */
export function fieldsConstrainedByDecorator(low: PythonLowering, decorators: readonly number[]): readonly string[] {
  return decorators.flatMap((decorator) => constrainedFields(low, decorator, 'fields'))
}

/** The value of the schema class that the only such decorator names; -1 for none. Decorators are lowered before the function. */
export function schemaOfDecorators(low: PythonLowering, decorators: readonly number[]): number {
  const { tree, text, syntax } = low
  const found = decorators.flatMap((decorator) => {
    const site = syntax.callAt(tree, text, firstNamedChild(tree, decorator))
    const schema = site?.arguments[0]?.node ?? -1
    if (site === undefined || schema < 0 || decoratorAt(low, site)?.accepts !== 'fields') return []
    return [low.valueAt[syntax.unwrap(tree, syntax.callAt(tree, text, syntax.unwrap(tree, schema))?.callee ?? schema)]]
  })
  return found.length === 1 ? found[0] : -1
}

/** Whether such a decorator passes the parameter by name and its field is constrained: `@use_kwargs({"page": fields.Int()})`. */
export function isFieldOfDecorator(low: PythonLowering, decorators: readonly number[], parameter: string): boolean {
  return decorators.some((decorator) => constrainedFields(low, decorator, 'parameters').includes(parameter))
}

function decoratorAt({ tree, text, symbols, models }: PythonLowering, { callee }: CallSite): SchemaWord | undefined {
  const name = symbols.nameOf(callee) ?? nodeText(tree, text, callee)
  return models.schemaDecoratorOf(name, lastSegment(name))
}

function constrainedFields(low: PythonLowering, decorator: number, gives: 'fields' | 'parameters'): readonly string[] {
  const { tree, text, syntax } = low
  const site = syntax.callAt(tree, text, firstNamedChild(tree, decorator))
  const schema = site?.arguments[0]?.node ?? -1
  if (site === undefined || schema < 0 || decoratorAt(low, site)?.accepts !== gives) return []
  return fieldsOf(low, schema).flatMap(({ name, field }) => (isLimiting(low, field) ? [name] : []))
}

/** The fields of a dictionary, or of a class of this file. */
function fieldsOf(low: PythonLowering, schema: number): readonly { readonly name: string; readonly field: number }[] {
  const { tree, text, kinds, symbols, syntax } = low
  const { id, field } = kinds
  const made = syntax.callAt(tree, text, syntax.unwrap(tree, schema))
  const named = syntax.unwrap(tree, made?.callee ?? schema)
  const held = syntax.unwrap(tree, symbols.valueOf(named))
  if (kindOf(low, held) === id.dictionary) {
    return namedChildren(tree, held).flatMap((pair) => {
      const key = kindOf(low, pair) === id.pair ? symbols.constantOf(childByField(tree, pair, field.key)) : undefined
      return typeof key === 'string' ? [{ name: key, field: childByField(tree, pair, field.value) }] : []
    })
  }
  const declaration = kindOf(low, named) === id.identifier ? low.names.declarationOf[named] : -1
  const home = declaration < 0 ? -1 : tree.parent[declaration]
  if (home < 0 || kindOf(low, home) !== id.class_definition) return []
  return namedChildren(tree, childByField(tree, home, field.body)).flatMap((statement) => {
    const assignment = kindOf(low, statement) === id.expression_statement ? firstNamedChild(tree, statement) : -1
    if (assignment < 0 || kindOf(low, assignment) !== id.assignment) return []
    const right = childByField(tree, assignment, field.right)
    return right < 0 ? [] : [{ name: nodeText(tree, text, childByField(tree, assignment, field.left)), field: right }]
  })
}
