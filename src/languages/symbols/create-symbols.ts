import type { Symbols } from '../../model/symbols.ts'
import type { Binding } from './binding.ts'
import type { CollectTable } from './collect-table.ts'
import type { FormTable } from './form-table.ts'
import type { NamedFile } from './named-file.ts'
import { createPartialNames } from './partial-names.ts'
import { resolveConstants } from './resolve-constants.ts'
import { resolveConstness } from './resolve-constness.ts'
import { resolveNames } from './resolve-names.ts'
import { resolveTypes } from './resolve-types.ts'
import { resolveValues } from './resolve-values.ts'

/** The tables of a grammar by which its files are read. */
export interface SymbolTables<Kinds, Collector> {
  readonly kinds: Kinds
  readonly commentTypes: ReadonlySet<number>
  readonly collect: CollectTable<Collector>
  readonly forms: FormTable<Kinds>
}

/** What a language tells about one file. Results of functions and changed names are asked for once. */
export interface SymbolSource extends Omit<NamedFile, 'resultOf' | 'isChanged'> {
  findResult: NamedFile['resultOf']
  /** The names into whose value something is put: `x.a = 1`, `x.push(1)`. */
  findChanged(): ReadonlySet<Binding>
}

/** Builds the answers on demand, each once. None depends on which were asked before. */
export function createSymbols(source: SymbolSource): Symbols {
  const results = new Map<number, ReturnType<NamedFile['resultOf']>>()
  let changed: ReadonlySet<Binding> | undefined
  const file: NamedFile = {
    ...source,
    resultOf: (node) => {
      const known = results.get(node) ?? source.findResult(node)
      results.set(node, known)
      return known
    },
    isChanged: (binding) => {
      changed ??= source.findChanged()
      return changed.has(binding)
    },
  }
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
