import { lastSegment } from '../../../model/symbols.ts'
import { childByField, firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { propertyName } from './property-name.ts'
import { isRestrictiveRegex } from './regex-proof.ts'

/** Fields of a class that decorators constrain, according to models: `@IsIn(['name', 'date']) sort: string`. */
export function validatedFields(low: JavaScriptLowering, members: readonly number[]): string[] {
  const { tree, kinds } = low
  const { id, field } = kinds
  let before: number[] = []
  const found: string[] = []
  for (const member of members) {
    if (kindOf(low, member) === id.decorator) {
      before.push(member)
      continue
    }
    const own = namedChildren(tree, member).filter((child) => kindOf(low, child) === id.decorator)
    const key = kindOf(low, member) === id.public_field_definition ? childByField(tree, member, field.name) : -1
    const name = key < 0 ? undefined : propertyName(low, key)
    if (name !== undefined && [...before, ...own].some((each) => isSanitizingDecorator(low, each))) found.push(name)
    if (!low.syntax.commentTypes.has(tree.type[member])) before = []
  }
  return found
}

function isSanitizingDecorator(low: JavaScriptLowering, decorator: number): boolean {
  const site = low.syntax.callAt(low.tree, low.text, firstNamedChild(low.tree, decorator))
  if (site === undefined) return false
  const name = low.symbols.nameOf(site.callee) ?? ''
  const word = low.models.schemaDecoratorOf(name, lastSegment(name))
  if (word?.accepts !== 'matching') return word?.accepts === 'scalars'
  const pattern = site.arguments[word.at]?.node ?? -1
  return pattern >= 0 && isRestrictiveRegex(low, pattern)
}
