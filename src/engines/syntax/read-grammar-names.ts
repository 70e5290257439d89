import type { Language } from 'web-tree-sitter'
import { ERROR_TYPE, type GrammarNames } from '../../model/tree.ts'
import { MAX_SUPERTYPES } from './language-layout.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Collects the names of a grammar once, so that later code does not need tree-sitter. */
export function readGrammarNames(id: string, language: Language): GrammarNames {
  const typeNames: string[] = []
  const byName = new Map<string, number[]>()
  const allTypes: { name: string; named: boolean }[] = []
  const supertypeNames: string[] = []
  for (let type = 0; type < language.nodeTypeCount; type++) {
    const name = language.nodeTypeForId(type)
    if (name === null) continue
    typeNames[type] = name
    const isShown = language.nodeTypeIsVisible(type)
    const named = !isShown || language.nodeTypeIsNamed(type)
    // Visible symbols with the same name are represented by the symbol that the name resolves to. Names of hidden symbols resolve only for
    // supertypes.
    if (language.idForNodeType(name, named) !== type) continue
    if (!isShown) {
      if (supertypeNames.length < MAX_SUPERTYPES) supertypeNames.push(name)
      continue
    }
    const key = keyOf(name, named)
    addToGroup(byName, key, type)
    allTypes.push({ name, named })
  }
  byName.set(keyOf('ERROR', true), [ERROR_TYPE])
  const fieldNames = Array.from({ length: language.fieldCount + 1 }, (_, field) => (field === 0 ? '' : (language.fieldNameForId(field) ?? '')))
  const fieldIds = new Map(fieldNames.map((name, field) => [name, field]))
  return {
    id,
    allTypes,
    fieldNames,
    supertypeNames,
    typeName: (type) => (type === ERROR_TYPE ? 'ERROR' : (typeNames[type] ?? '')),
    typeIds: (name, named) => byName.get(keyOf(name, named)) ?? [],
    fieldId: (name) => (name === '' ? 0 : (fieldIds.get(name) ?? 0)),
    supertypeBit: (name) => {
      const bit = supertypeNames.indexOf(name)
      return bit < 0 ? 0 : 1 << bit
    },
  }
}

function keyOf(name: string, named: boolean): string {
  return named ? `+${name}` : `-${name}`
}
