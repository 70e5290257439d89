import { BOUNDS } from '../../model/bounds.ts'
/** What a name in a scope stands for. Nodes are -1 when there is none. */
export interface Binding {
  readonly kind: 'import' | 'variable' | 'parameter' | 'function' | 'class' | 'other'
  /** The declared identifier. */
  readonly node: number
  /** Of an import: the resolved name it stands for, such as `child_process.exec`. Of a parameter: the usual name of what is passed for it. */
  imported?: string
  /** Of an import: whether it is from a package, and not from the project itself. */
  readonly foreign?: boolean
  /** The expression it is made from: an initialiser, or the right side of its only assignment. */
  value: number
  /** Where in the value it lies, when it is taken out by destructuring: keys, `?` when unknown. */
  path: readonly string[]
  /** It is what is left of the value (`...rest`): its members are the value's, and it is not the value itself. */
  readonly rest: boolean
  /** What it is when the value has no such part, or a parameter is not passed. */
  fallback: number
  /** Its type annotation. */
  type: number
  /** Of a parameter: the function's node and its index there. */
  readonly parameterOf?: { readonly node: number; readonly index: number }
  /** How often something is assigned to it, its declaration's value included. */
  writes: number
  /** All that is assigned to it, null aside: it has its name from these when they have the same. Undefined when one of them is not known. */
  origins: readonly number[] | undefined
}

type BindingFields = Pick<Binding, 'kind' | 'node'> & Partial<Omit<Binding, 'origins'>>

/** `isNull` tells a value that says nothing of what the name stands for. */
export function createBinding(fields: BindingFields, isNull: (value: number) => boolean): Binding {
  const { value = -1, writes = 0 } = fields
  const origins = value < 0 ? (writes === 0 || fields.kind !== 'variable' ? [] : undefined) : isNull(value) ? [] : [value]
  return { path: [], rest: false, fallback: -1, type: -1, ...fields, value, writes, origins }
}

/** Names are not taken from more values than these. */
const MAX_ORIGINS = BOUNDS.nameOrigins.value

/** Notes an assignment of `value`, -1 when what is assigned is not known. */
export function noteWrite(binding: Binding, value: number, isNull: (value: number) => boolean): void {
  if (binding.writes === 0 && value >= 0 && binding.kind === 'variable') binding.value = value
  // What is written by something unknown is not written once.
  binding.writes += value < 0 ? 2 : 1
  if (value >= 0 && isNull(value)) return
  const { origins } = binding
  const fits = value >= 0 && binding.path.length === 0 && !binding.rest && origins !== undefined && origins.length < MAX_ORIGINS
  binding.origins = fits ? [...origins, value] : undefined
}

/** Joins a second declaration of a name into the first. */
export function mergeBinding(first: Binding, second: Binding): void {
  if (second.writes === 0) return
  if (first.writes === 0 && first.kind === 'variable') {
    first.value = second.value
    first.path = second.path
    first.fallback = second.fallback
    if (first.type < 0) first.type = second.type
    first.writes = second.writes
    first.origins = second.origins
    return
  }
  first.writes += second.writes
  // `try: import yaml` after `yaml = None`.
  if (second.imported !== undefined && first.origins?.length === 0 && first.kind === 'variable') first.imported = second.imported
  if (second.origins?.length === 0) return
  const plain = first.path.length === 0 && second.path.length === 0 && !first.rest && !second.rest
  const { origins } = first
  const added = second.origins
  first.origins =
    plain && origins !== undefined && added !== undefined && second.kind === 'variable' && origins.length + added.length <= MAX_ORIGINS
      ? [...origins, ...added]
      : undefined
}
