import { BOUNDS } from '../../model/bounds.ts'
import type { MemberForm } from './named-file.ts'
import { nameOfBinding } from './name-of-binding.ts'
import { nameOfHeld, type Naming } from './naming.ts'

/** Steps from a name to the global object that it holds. */
const MAX_STEPS = BOUNDS.globalAliasSteps.value

/** `object.property`, or the name of what certainly lies there; `?` stands for what has no name. */
export function nameOfMember(naming: Naming, form: MemberForm): string | undefined {
  const property = naming.keyOf(form) ?? '?'
  const held = nameOfContent(naming, form, property)
  if (held !== undefined) return held
  if (isGlobalObject(naming, form.object)) return property
  const name = naming.nameOf(form.object)
  // Modules hand over what they export by default under this name.
  return property === 'default' && name !== undefined ? name : `${name ?? '?'}.${property}`
}

/** The name of what lies in a field of the own class, or in a literal of this file. */
function nameOfContent(naming: Naming, form: MemberForm, property: string): string | undefined {
  const { file, values } = naming
  const object = file.formOf(form.object)
  if (object.kind === 'self') {
    const field = file.fieldOf(object.classNode, property)
    return field === undefined ? undefined : nameOfBinding(naming, field, `${object.name}.${property}`)
  }
  const value = object.kind === 'identifier' ? values.memberValue(form, property) : -1
  return value < 0 ? undefined : nameOfHeld(naming, value)
}

function isGlobalObject({ file, values }: Naming, node: number): boolean {
  let at = node
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const form = file.formOf(at)
    if (form.kind === 'identifier') {
      const binding = file.bindingOf(at, form.name)
      if (file.globalObjects.has(binding === undefined ? form.name : (binding.imported ?? ''))) return true
    }
    const next = form.kind === 'wrapper' ? form.inner : form.kind === 'identifier' ? values.valueOf(at) : -1
    if (next < 0 || next === at) return false
    at = next
  }
  return false
}
