import { firstNamedChild, namedChildren } from '../../../model/tree-access.ts'
import { lowerCall } from '../../lowering/lower-call.ts'
import { kindOf, lowerExpression, type PythonLowering } from './python-lowering.ts'

const PROVIDERS = /^(?:fastapi\.(?:params\.)?)?(?:Depends|Security)$/

/** What FastAPI passes for a parameter: `page=Depends(read_page)`, `page: Page = Depends()`, `page: Annotated[Page, Depends(read_page)]`; -1 where it passes nothing of the kind. */
export function lowerProvided(low: PythonLowering, annotation: number, fallback: number): number {
  const [declared = -1, ...notes] = annotatedParts(low, annotation)
  const provider = [fallback, ...notes].find((each) => isProvider(low, each))
  if (provider === undefined) return -1
  // What stands in an alias was lowered where that is.
  const isAlias = annotation >= 0 && (provider < annotation || provider >= low.tree.next[annotation]) && provider !== fallback
  if (!isAlias) lowerExpression(low, provider)
  const made = low.syntax.callAt(low.tree, low.text, provider)?.arguments[0]?.node ?? (declared >= 0 ? declared : annotation)
  if (made < 0) return -1
  return lowerCall(low, {
    node: made,
    callee: isAlias && low.valueAt[made] >= 0 ? low.valueAt[made] : lowerExpression(low, made),
    receiver: -1,
    name: '',
    written: '',
    arguments: [],
    construct: false,
    tagged: false,
  })
}

function isProvider(low: PythonLowering, node: number): boolean {
  if (node < 0 || kindOf(low, node) !== low.kinds.id.call) return false
  const site = low.syntax.callAt(low.tree, low.text, node)
  return site !== undefined && PROVIDERS.test(low.symbols.nameOf(site.callee) ?? '')
}

/** The type and what is said about it, of `Annotated[…]` or of a name that stands for that. */
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
