import type { CallForm } from './named-file.ts'
import { nameOfHeld, type Naming } from './naming.ts'
import { instanceOf, isImported } from './preferred-name.ts'

/** What the language says that the call gives, what a function of this file makes, or `callee()`. */
export function nameOfCall(naming: Naming, form: CallForm): string | undefined {
  const callee = naming.nameOf(form.callee)
  const given = naming.file.nameOfCall(form, callee, naming.asking) ?? nameOfResult(naming, form)
  return given ?? (callee === undefined ? undefined : `${callee}()`)
}

/** What a function of this file makes is known by that: `function getDb() { return new Pool() }`. */
function nameOfResult(naming: Naming, form: CallForm): string | undefined {
  const { file } = naming
  const callee = file.formOf(form.callee)
  const binding = callee.kind === 'identifier' && !form.construct ? file.bindingOf(form.callee, callee.name) : undefined
  if (binding === undefined || binding.writes !== 1 || binding.value < 0 || (binding.kind !== 'function' && binding.kind !== 'variable'))
    return undefined
  const result = file.resultOf(binding.value)
  const type = instanceOf(file, result.type)
  const name = result.value < 0 || naming.isCyclic(binding) ? undefined : nameOfHeld(naming, result.value)
  if (type?.foreign === true) return type.name
  // What is not made in the function, but handed through it, is known by the function's name.
  return name?.includes('()') === true && isImported(file, result.value) ? name : undefined
}
