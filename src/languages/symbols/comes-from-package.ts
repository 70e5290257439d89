import { BOUNDS } from '../../model/bounds.ts'
import type { Binding } from './binding.ts'
import type { ExpressionForm } from './expression-form.ts'
import type { MemberForm, NamedFile } from './named-file.ts'
import { instanceOf, isImported } from './preferred-name.ts'

/** Steps from a value to the package that has made it. */
const MAX_STEPS = BOUNDS.packageOriginSteps.value

/** Whether a value is made by a package: what it begins with is imported, has a type of a package, or is what a function of this file has made so. */
export function comesFromPackage(file: NamedFile, node: number): boolean {
  let at = node
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    if (isImported(file, at)) return true
    const form = file.formOf(at)
    const binding = form.kind === 'identifier' ? file.bindingOf(at, form.name) : form.kind === 'member' ? fieldOf(file, form) : undefined
    if (binding !== undefined && instanceOf(file, binding.type)?.foreign === true) return true
    at = binding === undefined ? partOf(file, at, form) : originOf(binding)
  }
  return false
}

/** The method that is called of an own instance: `this.rows()`. */
export function ownMethod(file: NamedFile, callee: ExpressionForm): Binding | undefined {
  return callee.kind === 'member' && callee.property !== undefined ? fieldOf(file, { ...callee, property: methodKey(callee.property) }) : undefined
}

/** Under which methods are kept among the fields of a class: no field is called so. */
export function methodKey(name: string): string {
  return `${name}()`
}

function fieldOf(file: NamedFile, form: Pick<MemberForm, 'object' | 'property'>): Binding | undefined {
  if (form.property === undefined) return undefined
  const object = file.formOf(form.object)
  if (object.kind === 'self') return file.fieldOf(object.classNode, form.property)
  const holder = object.kind === 'identifier' ? file.bindingOf(form.object, object.name) : undefined
  return holder?.kind === 'class' && holder.writes === 1 ? file.fieldOf(holder.value, form.property) : undefined
}

function originOf({ origins }: Binding): number {
  return origins?.length === 1 ? (origins[0] ?? -1) : -1
}

function partOf(file: NamedFile, at: number, form: ExpressionForm): number {
  if (form.kind === 'member') return form.object
  if (form.kind === 'wrapper') return form.inner
  if (form.kind !== 'call') return -1
  const callee = file.formOf(form.callee)
  const made = callee.kind === 'identifier' ? file.bindingOf(form.callee, callee.name) : ownMethod(file, callee)
  const isOwn = made !== undefined && made.writes === 1 && made.value >= 0 && (made.kind === 'function' || made.kind === 'variable')
  const result = isOwn ? file.resultOf(made.value).value : -1
  return result >= 0 && result !== at ? result : form.callee
}
