import { SYNTHETIC_KEY } from '../../../model/program.ts'
import { firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { load, storeField } from '../../lowering/values.ts'
import { isImported } from './is-imported.ts'
import { kindOf, lowerExpression } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/**
 * The value that a framework injects for a parameter: `page=Depends(read_page)`, `page: Page = Depends()`, `page: Annotated[Page, Depends(read_page)]`;
 * -1 for none.
 */
export function lowerDependency(low: PythonLowering, annotation: number, fallback: number): number {
  const [declared = -1, ...notes] = annotatedParts(low, annotation)
  const marker = [fallback, ...notes].find((each) => isDependencyMarker(low, each))
  if (marker === undefined) return importedDependency(low, annotation)
  // The content of an alias was lowered at its definition.
  const isAlias = annotation >= 0 && (marker < annotation || marker >= low.tree.next[annotation]) && marker !== fallback
  return callDependency(low, { provider: marker, declared: declared >= 0 ? declared : annotation, isLowered: isAlias })
}

/** The value of a type alias `Annotated[Page, Depends(read_page)]`: the type with its injected value. */
export function lowerAnnotatedType(low: PythonLowering, node: number): number {
  const [declared = -1, ...notes] = annotatedParts(low, node)
  if (declared < 0) return -1
  const type = lowerExpression(low, declared)
  const provider = notes.find((each) => isDependencyMarker(low, each))
  for (const note of notes) if (note !== provider) lowerExpression(low, note)
  return provider === undefined
    ? type
    : storeField(low, type, SYNTHETIC_KEY.injected, callDependency(low, { provider, declared, isLowered: false }), node)
}

/** The value injected for a parameter whose type is an imported alias: `page: PageDep`. */
function importedDependency(low: PythonLowering, annotation: number): number {
  if (
    annotation < 0 ||
    kindOf(low, annotation) !== low.kinds.id.identifier ||
    !isImported(low, annotation) ||
    !low.models.mentionsKind('injected', low.text)
  )
    return -1
  return load(low, lowerExpression(low, annotation), SYNTHETIC_KEY.injected, annotation)
}

interface Dependency {
  /** `Depends(read_page)` or `Depends()`. */
  readonly provider: number
  /** The type to create if the marker names no function. */
  readonly declared: number
  /** Whether its parts already have values. */
  readonly isLowered: boolean
}

function callDependency(low: PythonLowering, { provider, declared, isLowered }: Dependency): number {
  const site = low.syntax.callAt(low.tree, low.text, provider)
  const made = site?.arguments[0]?.node ?? declared
  if (made < 0) return -1
  if (!isLowered) lowerExpression(low, provider)
  const callee = isLowered && low.valueAt[made] >= 0 ? low.valueAt[made] : lowerExpression(low, made)
  const call = { receiver: -1, name: '', spelledName: '', isConstruct: false, isTaggedTemplate: false }
  // `page: Page = Depends()` passes the type.
  if (!isLowered && site?.arguments.length === 0)
    lowerCall(low, { ...call, node: provider, callee: -1, arguments: [{ kind: 'positional', value: callee }] })
  return lowerCall(low, { ...call, node: made, callee, arguments: [] })
}

function isDependencyMarker(low: PythonLowering, node: number): boolean {
  if (node < 0 || kindOf(low, node) !== low.kinds.id.call) return false
  const site = low.syntax.callAt(low.tree, low.text, node)
  return site !== undefined && low.models.kindOfResult(low.symbols.nameOf(site.callee) ?? '') === 'injected'
}

/** The type and the metadata of `Annotated[…]`, also through an alias. */
function annotatedParts(low: PythonLowering, annotation: number): number[] {
  const { tree, symbols, kinds } = low
  const { id } = kinds
  if (annotation < 0) return []
  const held = kindOf(low, annotation) === id.identifier ? symbols.valueOf(annotation) : annotation
  if (kindOf(low, held) !== id.generic_type && kindOf(low, held) !== id.subscript) return []
  const [name = -1, ...parts] = namedChildren(tree, held)
  if (name < 0 || !/^(?:typing(?:_extensions)?\.)?Annotated$/.test(symbols.nameOf(name) ?? '')) return []
  const listed = parts.length === 1 && kindOf(low, parts[0]) === id.type_parameter ? namedChildren(tree, parts[0]) : parts
  return listed.map((part) => (kindOf(low, part) === id.type ? firstNamedChild(tree, part) : part))
}
