import { BOUNDS } from '../../model/bounds.ts'
import { comesFromPackage, ownMethod } from './comes-from-package.ts'
import type { CallForm } from './named-file.ts'
import { nameOfHeld, type Naming } from './naming.ts'
import { instanceOf, isImported } from './preferred-name.ts'

/** What the language says that the call gives, what a function of this file makes, or `callee()`. */
export function nameOfCall(naming: Naming, form: CallForm): string | undefined {
  const callee = naming.nameOf(form.callee)
  const given = naming.file.nameOfCall(form, callee, naming.asking) ?? nameOfInstance(naming, form) ?? nameOfResult(naming, form)
  return given ?? (callee === undefined ? undefined : `${callee}()`)
}

/** Classes that extend each other. */
const MAX_ABOVE = BOUNDS.calleeSuperclasses.value

/** An instance of a class of this file that extends one of a package is known by that: `class Db extends Pool`. */
function nameOfInstance(naming: Naming, form: CallForm): string | undefined {
  const { file, nameOf } = naming
  let callee = form.callee
  for (let steps = 0; steps < MAX_ABOVE; steps++) {
    const held = file.formOf(callee)
    const binding = held.kind === 'identifier' ? file.bindingOf(callee, held.name) : undefined
    if (binding?.kind !== 'class' || binding.writes > 1) return undefined
    const bases = file.basesOf(binding.node)
    const foreign = bases.find((base) => isForeign(naming, base))
    if (foreign !== undefined) {
      const name = nameOf(foreign)
      return name === undefined ? undefined : `${name}()`
    }
    callee = bases[0] ?? -1
    if (callee < 0) return undefined
  }
  return undefined
}

/** Whether an expression is a name that is imported from a package, or a member of one. */
function isForeign({ file, asking }: Naming, node: number): boolean {
  let form = file.formOf(node)
  let at = node
  for (let steps = 0; form.kind === 'member' && steps < MAX_ABOVE; steps++) {
    at = form.object
    form = file.formOf(at)
  }
  const binding = form.kind === 'identifier' ? file.bindingOf(at, form.name) : undefined
  if (binding === undefined || binding.imported !== undefined) return binding?.foreign === true
  const [origin = -1] = binding.origins ?? []
  return binding.kind === 'variable' && origin >= 0 && isImported(file, origin) && !file.isOwnModule(origin, asking)
}

/** What a function or a method of this file makes is known by that: `function getDb() { return new Pool() }`. */
function nameOfResult(naming: Naming, form: CallForm): string | undefined {
  const { file } = naming
  const callee = file.formOf(form.callee)
  const binding = form.construct ? undefined : callee.kind === 'identifier' ? file.bindingOf(form.callee, callee.name) : ownMethod(file, callee)
  if (binding === undefined || binding.writes !== 1 || binding.value < 0 || (binding.kind !== 'function' && binding.kind !== 'variable'))
    return undefined
  const result = file.resultOf(binding.value)
  const type = instanceOf(file, result.type)
  const name = result.value < 0 || naming.isCyclic(binding) ? undefined : nameOfHeld(naming, result.value)
  if (type?.foreign === true) return type.name
  // What is not made in the function, but handed through it, is known by the function's name.
  return name?.includes('()') === true && comesFromPackage(file, result.value) ? name : undefined
}
