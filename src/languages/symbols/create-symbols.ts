import type { Symbols } from '../../model/symbols.ts'
import type { NamedFile } from './named-file.ts'
import { createPartialNames } from './partial-names.ts'
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
    ...createPartialNames(file, values, nameOf),
    declarationOf: (node) => {
      const form = file.formOf(node)
      return form.kind === 'identifier' ? (file.bindingOf(node, form.name)?.node ?? -1) : -1
    },
  }
}
