import type { Language } from 'web-tree-sitter'
import { ERROR_TYPE, type GrammarNames } from '../../model/tree.ts'
import type { LanguageLayout } from './language-layout.ts'

/** Collects the names of a grammar once, so that nothing after it asks tree-sitter. */
export function readGrammarNames(id: string, language: Language, layout: LanguageLayout): GrammarNames {
  const typeNames: string[] = []
  const byName = new Map<string, number[]>()
  const allTypes: { name: string; named: boolean }[] = []
  for (let type = 0; type < language.nodeTypeCount; type++) {
    const name = language.nodeTypeForId(type)
    if (name === null) continue
    typeNames[type] = name
    if (layout.publicSymbol[type] !== type || !language.nodeTypeIsVisible(type)) continue
    const named = language.nodeTypeIsNamed(type)
    const key = keyOf(name, named)
    const ids = byName.get(key)
    if (ids === undefined) byName.set(key, [type])
    else ids.push(type)
    allTypes.push({ name, named })
  }
  byName.set(keyOf('ERROR', true), [ERROR_TYPE])
  const fieldNames = Array.from({ length: language.fieldCount + 1 }, (_, field) => (field === 0 ? '' : (language.fieldNameForId(field) ?? '')))
  const fieldIds = new Map(fieldNames.map((name, field) => [name, field]))
  const supertypeNames = layout.supertypes.map((symbol) => typeNames[symbol] ?? '')
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
