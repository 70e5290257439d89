import type { Binding } from './binding.ts'
import { nameOfHeld, type Naming } from './naming.ts'
import { instanceOf, preferredName } from './preferred-name.ts'

/** Undefined when the binding gives none, so that the name is the one as written. */
export function nameOfBinding(naming: Naming, binding: Binding, written: string): string | undefined {
  const { file, values } = naming
  const { kind, imported, origins } = binding
  if (imported !== undefined) return origins?.length === 0 ? imported : undefined
  if (kind === 'function' || kind === 'class' || kind === 'other') return undefined
  const annotated = instanceOf(file, binding.type)
  if (origins === undefined || naming.isCyclic(binding)) return withPath(annotated?.name, binding.path)
  const [first = -1] = origins
  if (origins.length === 1 && first === binding.value) {
    if (file.isOwnModule(first, naming.asking)) return exported(binding.path) ?? written
    const part = binding.path.length === 0 ? -1 : values.partOf(binding)
    const name = part < 0 ? undefined : nameOfHeld(naming, part)
    if (name !== undefined) return name
  }
  const made = preferredName(file, { name: nameOfHolder(naming, binding), value: first }, annotated)
  // The fallback is the part itself, and not what it is taken from.
  return made === undefined && binding.fallback >= 0 ? nameOfHeld(naming, binding.fallback) : withPath(made, binding.path)
}

/** The name of what the binding is made from, before its path is taken. */
function nameOfHolder(naming: Naming, { parameterOf, origins = [] }: Binding): string | undefined {
  const promise = parameterOf?.index === 0 && origins.length === 0 ? naming.file.promiseOf(parameterOf.node) : -1
  if (promise >= 0) return naming.nameOf(promise)
  const [first = -1, ...others] = origins
  const name = first < 0 ? undefined : nameOfHeld(naming, first)
  return name !== undefined && others.every((other) => nameOfHeld(naming, other) === name) ? name : undefined
}

function withPath(name: string | undefined, path: readonly string[]): string | undefined {
  const part = exported(path)
  return name === undefined || part === undefined ? name : `${name}.${part}`
}

/** The path without `default`: what a module exports by that name is called as the module. */
function exported(path: readonly string[]): string | undefined {
  const parts = path.filter((part) => part !== 'default')
  return parts.length === 0 ? undefined : parts.join('.')
}
