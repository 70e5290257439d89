import { BOUNDS } from '../../model/bounds.ts'
import { type NamedFile, type NamedType, PLAIN_TYPES } from './named-file.ts'

/** An import lies at most so many steps before an expression; see `MAX_LEVELS` of names. */
const MAX_STEPS = BOUNDS.importNameSteps.value

/** The name of an instance of what the annotation says; undefined for none, and for plain values. */
export function instanceOf(file: NamedFile, annotation: number): NamedType | undefined {
  const type = annotation < 0 ? undefined : file.typeAt(annotation)
  return type === undefined || PLAIN_TYPES.has(type.name) ? undefined : { name: `${type.name}()`, foreign: type.foreign }
}

/**
 * Of the name of a value and that of its type. What is made by a package is known by that. Otherwise a type of a package says more than the name of a variable,
 * and that more than a type of this project.
 */
export function preferredName(
  file: NamedFile,
  held: { readonly name: string | undefined; readonly value: number },
  type: NamedType | undefined,
): string | undefined {
  return type?.foreign === true && (held.name === undefined || !isImported(file, held.value)) ? type.name : (held.name ?? type?.name)
}

/** Whether the expression begins with something that is imported. */
export function isImported(file: NamedFile, node: number): boolean {
  let at = node
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    const form = file.formOf(at)
    switch (form.kind) {
      case 'identifier': {
        const binding = file.bindingOf(at, form.name)
        if (binding?.imported !== undefined || file.globalFunctions.has(form.name)) return true
        at = binding?.origins?.length === 1 ? (binding.origins[0] ?? -1) : -1
        break
      }
      case 'member':
        at = form.object
        break
      case 'call':
        at = form.callee
        break
      case 'wrapper':
        at = form.inner
        break
      default:
        return false
    }
  }
  return false
}
