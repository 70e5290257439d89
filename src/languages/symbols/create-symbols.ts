import { lastSegment, type Symbols } from '../../model/symbols.ts'
import type { NamedFile } from './named-file.ts'
import { resolveConstants } from './resolve-constants.ts'
import { resolveConstness } from './resolve-constness.ts'
import { resolveNames } from './resolve-names.ts'
import { resolveTypes } from './resolve-types.ts'
import { resolveValues } from './resolve-values.ts'

/** Builds the answers on demand, each once. None depends on which were asked before. */
export function createSymbols(file: NamedFile): Symbols {
  const values = resolveValues(file)
  const constants = resolveConstants(file, values)
  const nameOf = resolveNames(file, values, constants)
  return {
    nameOf,
    constantOf: constants.constantOf,
    isTarget: file.isTarget,
    isConstant: resolveConstness(file, values, constants, nameOf),
    typeOf: resolveTypes(file, values, nameOf),
    valueOf: values.valueOf,
    lastNameOf: (node) => {
      const form = file.formOf(node)
      // Most calls are of methods, and most names of methods are no alias.
      if (form.kind === 'member' && form.property !== undefined && form.property !== 'default') {
        const object = file.formOf(form.object)
        const held = object.kind === 'identifier' ? file.bindingOf(form.object, object.name)?.kind : undefined
        if (object.kind !== 'self' && held !== 'variable' && held !== 'class') return form.property
      }
      const name = nameOf(node)
      return name === undefined ? undefined : lastSegment(name)
    },
    declarationOf: (node) => {
      const form = file.formOf(node)
      return form.kind === 'identifier' ? (file.bindingOf(node, form.name)?.node ?? -1) : -1
    },
  }
}
