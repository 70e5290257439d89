import type { DocumentNode } from '../../model/document.ts'
import type { PathSegment } from './path-segment.ts'

/** A key that a path bound. The last one comes first. */
export interface BoundKey {
  readonly name: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly rest: BoundKey | undefined
}

/** A value at a path. */
export interface Selected {
  readonly value: DocumentNode
  readonly keys: BoundKey | undefined
  /** The start of the value's key, or of the value itself for items and roots. */
  readonly from: number
}

/** Called with the number of visited values. May throw to stop. */
export type Spend = (steps: number) => void

/**
 * Every value that a path selects from `root`, in file order, without duplicates. For `[*]`, `[0]` and `[-1]` a single value counts as a list of one
 * (`Action: x` and `Action: [x]`; one block and several), and null as an empty list. Iterative.
 */
export function* selectValues(root: DocumentNode, path: readonly PathSegment[], spend: Spend): Generator<Selected, void, undefined> {
  const seen = path.filter(({ kind }) => kind === 'descend').length > 1 ? createSeen() : undefined
  const pending: Pending[] = [{ value: root, keys: undefined, from: root.start, step: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    spend(1)
    if (seen?.(next)) continue
    if (next.step === path.length) yield next
    else pushSteps(pending, next, path[next.step])
  }
}

interface Pending extends Selected {
  readonly step: number
}

/** Two `**` reach the same value in several ways. Ways with different bound keys count separately. */
function createSeen(): (pending: Pending) => boolean {
  const seen = new Map<number, Set<DocumentNode>>()
  return ({ value, keys, step }) => {
    if (keys !== undefined) return false
    const values = seen.get(step) ?? new Set()
    seen.set(step, values)
    const known = values.has(value)
    values.add(value)
    return known
  }
}

/** Pushes the results of one step, the first value last. */
function pushSteps(pending: Pending[], at: Pending, segment: PathSegment): void {
  switch (segment.kind) {
    case 'key':
    case 'any-key':
    case 'bound-key':
      return pushEntries(pending, at, segment)
    case 'item':
      return pushItem(pending, at, segment.index)
    case 'items':
      return pushItems(pending, at, at.step + 1)
    case 'descend':
      pushChildren(pending, at)
      pending.push({ ...at, step: at.step + 1 })
  }
}

function pushEntries(pending: Pending[], at: Pending, segment: Extract<PathSegment, { kind: 'key' | 'any-key' | 'bound-key' }>): void {
  if (at.value.kind !== 'map') return
  const { entries } = at.value
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const { key, keyStart, keyEnd, value } = entries[index]
    if (segment.kind === 'key' && key !== segment.key) continue
    const keys = segment.kind === 'bound-key' ? { name: segment.name, text: key, start: keyStart, end: keyEnd, rest: at.keys } : at.keys
    pending.push({ value, keys, from: keyStart, step: at.step + 1 })
  }
}

function pushItem(pending: Pending[], at: Pending, index: number): void {
  if (at.value.kind !== 'list') {
    if (index === 0 || index === -1) pushItems(pending, at, at.step + 1)
    return
  }
  const value = at.value.items.at(index)
  if (value !== undefined) pending.push({ value, keys: at.keys, from: value.start, step: at.step + 1 })
}

function pushItems(pending: Pending[], at: Pending, step: number): void {
  const { value } = at
  if (value.kind !== 'list') {
    if (value.kind === 'map' || value.value !== null) pending.push({ ...at, step })
    return
  }
  for (let index = value.items.length - 1; index >= 0; index -= 1) {
    pending.push({ value: value.items[index], keys: at.keys, from: value.items[index].start, step })
  }
}

function pushChildren(pending: Pending[], at: Pending): void {
  if (at.value.kind === 'list') return pushItems(pending, at, at.step)
  if (at.value.kind !== 'map') return
  const { entries } = at.value
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    pending.push({ value: entries[index].value, keys: at.keys, from: entries[index].keyStart, step: at.step })
  }
}
