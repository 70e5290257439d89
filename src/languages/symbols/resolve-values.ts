import { BOUNDS } from '../../model/bounds.ts'
import type { Binding } from './binding.ts'
import type { MemberForm, NamedFile } from './named-file.ts'

/** Which expression another one certainly holds. Nodes are -1 when that is not known. */
export interface Values {
  /** See `Symbols.valueOf`. */
  valueOf(node: number): number
  /** The expression that destructuring takes for the binding, when what it takes from is written out. */
  partOf(binding: Binding): number
  /** The expression in `CONFIG.key` when `CONFIG` certainly is an object literal with that key. */
  memberValue(form: MemberForm, property: string | undefined): number
}

/** Steps from a name to what it holds. More than these are a cycle or a puzzle. */
const MAX_STEPS = BOUNDS.valueSteps.value
const MAX_PATHS = BOUNDS.valueAlternatives.value

/** Asks the file when it is asked; tables of literals are read once. */
export function resolveValues(file: NamedFile): Values {
  /** Entries by key of each object literal that was asked for: tables of ten thousand entries are read ten thousand times. */
  const tables = new Map<number, { readonly entries: ReadonlyMap<string, number>; readonly complete: boolean }>()

  const valueOf = (node: number, paths = 0): number => {
    let at = node
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const form = file.formOf(at)
      if (form.kind === 'wrapper' && at !== node) {
        if (form.inner < 0) return at
        at = form.inner
        continue
      }
      if (form.kind !== 'identifier') return at
      const binding = file.bindingOf(at, form.name)
      if (binding === undefined || binding.kind !== 'variable' || binding.writes !== 1 || binding.value < 0 || binding.rest) return at
      const part = binding.path.length === 0 ? binding.value : partOf(binding, paths)
      if (part < 0 || part === at) return at
      const held = file.formOf(part).kind
      if ((held === 'object' || held === 'list') && file.isChanged(binding)) return at
      at = part
    }
    return at
  }

  const partOf = (binding: Binding, paths = 0): number => {
    if (paths >= MAX_PATHS || binding.rest) return -1
    let at = binding.value
    for (const key of binding.path) {
      const object = valueOf(unwrapped(at), paths + 1)
      const table = tableOf(object)
      if (table === undefined) return -1
      const entry = table.entries.get(key)
      if (entry === undefined) return table.complete ? binding.fallback : -1
      at = entry
    }
    return at
  }

  function unwrapped(node: number): number {
    let at = node
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const form = file.formOf(at)
      if (form.kind !== 'wrapper' || form.inner < 0) return at
      at = form.inner
    }
    return at
  }

  function tableOf(node: number): { readonly entries: ReadonlyMap<string, number>; readonly complete: boolean } | undefined {
    const known = tables.get(node)
    if (known !== undefined) return known
    const form = file.formOf(node)
    if (form.kind === 'list') {
      const table = { entries: new Map(form.complete ? form.items.map((item, index) => [String(index), item]) : []), complete: false }
      tables.set(node, table)
      return table
    }
    if (form.kind !== 'object') return undefined
    const table = { entries: new Map(form.entries.map(({ key, value }) => [key, value])), complete: form.complete }
    tables.set(node, table)
    return table
  }

  const memberValue = (form: MemberForm, property: string | undefined, levels = 0): number => {
    if (property === undefined || levels > MAX_PATHS) return -1
    const object = file.formOf(form.object)
    if (object.kind === 'self') {
      const field = file.fieldOf(object.classNode, property)
      return field !== undefined && field.writes === 1 && field.path.length === 0 && !field.rest ? field.value : -1
    }
    if (object.kind === 'call') return -1
    const binding = object.kind === 'identifier' ? file.bindingOf(form.object, object.name) : undefined
    if (binding?.kind === 'class') {
      const field = file.fieldOf(binding.value, property)
      return field?.writes === 1 && field.path.length === 0 && !field.rest && !file.isChanged(binding) ? field.value : -1
    }
    const holder = object.kind === 'member' ? memberValue(object, object.property, levels + 1) : unwrapped(form.object)
    return holder < 0 ? -1 : (tableOf(valueOf(unwrapped(holder)))?.entries.get(property) ?? -1)
  }

  return { valueOf: (node) => valueOf(node), partOf: (binding) => partOf(binding), memberValue: (form, property) => memberValue(form, property) }
}
