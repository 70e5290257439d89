import { calledMethod } from '../../lowering/called-method.ts'
import { childByField, nodeText } from '../../../model/tree-access.ts'
import type { GuardFact } from '../../lowering/guard-facts.ts'
import { hasSameValue } from '../../lowering/refine.ts'
import { factsOn } from './guarded-expressions.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

const PATH_NORMALIZERS = /^(?:os\.path\.(?:realpath|abspath|normpath)|pathlib\.Path\(\)\.resolve)$/

/** Facts about the path in `BASE in path.resolve().parents`. */
export function parentsFacts(low: PythonLowering, node: number): GuardFact[] {
  const { tree, text, kinds } = low
  const inner = low.syntax.unwrap(tree, node)
  if (kindOf(low, inner) !== kinds.id.attribute || nodeText(tree, text, childByField(tree, inner, kinds.field.attribute)) !== 'parents') return []
  return normalizedPathFacts(low, childByField(tree, inner, kinds.field.object), true)
}

/** Facts about a normalized path and the path that it was computed from: `path.resolve()`, `str(os.path.realpath(path))`. */
export function normalizedPathFacts(low: PythonLowering, node: number, isPath: boolean): GuardFact[] {
  const { tree, text, symbols } = low
  const inner = low.syntax.unwrap(tree, node)
  const made = low.syntax.unwrap(tree, symbols.valueOf(inner))
  const site = low.syntax.callAt(tree, text, made)
  if (site === undefined) return []
  const name = symbols.nameOf(site.callee) ?? ''
  const [first = -1] = site.arguments.map((argument) => argument.node)
  if (name === 'str' && first >= 0) return [...(made === inner ? [] : factsOn(low, inner)), ...normalizedPathFacts(low, first, true)]
  const { object, method } = calledMethod(low, site)
  const isResolved = method === 'resolve'
  if (!PATH_NORMALIZERS.test(name) && !(isPath && isResolved)) return []
  if (made !== inner) return [...factsOn(low, inner), ...sourceFacts(low, isResolved ? object : first)]
  return factsOn(low, isResolved ? object : first)
}

/** Facts about `path` after `full = Path(path).resolve()`: both denote one location. */
function sourceFacts(low: PythonLowering, node: number): GuardFact[] {
  const { tree, text, symbols } = low
  const inner = low.syntax.unwrap(tree, node)
  const site = inner < 0 ? undefined : low.syntax.callAt(tree, text, inner)
  const only = site?.arguments.length === 1 && symbols.nameOf(site.callee) === 'pathlib.Path' ? site.arguments[0].node : inner
  return factsOn(low, only).filter((each) => hasSameValue(low, each, true))
}

/** Whether `full == ROOT` compares with the base directory, after `full = (ROOT / name).resolve()`. */
export function isBaseFolder(low: PythonLowering, place: number, folder: number): boolean {
  const { tree, text, symbols } = low
  if (normalizedPathFacts(low, place, true).length === 0) return false
  const made = nodeText(tree, text, symbols.valueOf(low.syntax.unwrap(tree, place)))
  const root = nodeText(tree, text, low.syntax.unwrap(tree, folder))
  return root !== '' && (made.startsWith(`(${root} /`) || made.includes(`(${root},`) || made.startsWith(`${root}.joinpath(`))
}
