import type { DocumentEntry, DocumentMap, DocumentNode } from '../../model/document.ts'

/** A key with its place in the source. */
export interface KeyPlace {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
}

/** A map that several parts of a file add to: TOML tables, HCL blocks. Its place grows with what is added. */
export interface MapBuilder {
  readonly map: DocumentMap
  /** Adds an entry; a key that is there already stays, and the new entry follows it. */
  set(place: KeyPlace, value: DocumentNode): void
  /** Adds an entry in the place of one with the same key. */
  replace(place: KeyPlace, value: DocumentNode): void
  /** The builder of the map at this key, or of the last item of the list there, made when there is none. Undefined when something else is there. */
  child(place: KeyPlace, start: number): MapBuilder | undefined
  /** Adds an item to the list at this key; a lone value that is there becomes the list's first item. */
  append(place: KeyPlace, value: DocumentNode, alwaysList: boolean): void
  /** Adds a map under this key, as `append` does. */
  appendMap(place: KeyPlace, start: number, alwaysList: boolean): MapBuilder
  /** Ends the map, and the maps it lies in, at least here. */
  grow(end: number): void
  /** Marks that entries may be missing. */
  leaveOpen(): void
}

interface Growing {
  kind: 'map'
  start: number
  end: number
  entries: DocumentEntry[]
  open?: boolean
}

interface GrowingList {
  kind: 'list'
  start: number
  end: number
  items: DocumentNode[]
}

interface Slot {
  readonly index: number
  builder: MapBuilder | undefined
  list: GrowingList | undefined
}

/** `onGrow` is told each new end. */
export function createMapBuilder(start: number, onGrow?: (end: number) => void): MapBuilder {
  const map: Growing = { kind: 'map', start, end: start, entries: [] }
  const slots = new Map<string, Slot>()

  const put = (place: KeyPlace, value: DocumentNode, builder: MapBuilder | undefined, list: GrowingList | undefined): void => {
    if (!slots.has(place.key)) slots.set(place.key, { index: map.entries.length, builder, list })
    map.entries.push({ key: place.key, keyStart: place.keyStart, keyEnd: place.keyEnd, value })
    self.grow(value.end)
  }

  const self: MapBuilder = {
    map,
    set: (place, value) => put(place, value, undefined, undefined),
    replace: (place, value) => {
      const slot = slots.get(place.key)
      if (slot === undefined) return put(place, value, undefined, undefined)
      map.entries[slot.index] = { ...place, value }
      self.grow(value.end)
    },
    child: (place, childStart) => {
      const slot = slots.get(place.key)
      if (slot !== undefined) return slot.builder
      const builder = createMapBuilder(childStart, self.grow)
      put(place, builder.map, builder, undefined)
      return builder
    },
    append: (place, value, alwaysList) => {
      const slot = slots.get(place.key)
      if (slot === undefined && !alwaysList) return put(place, value, undefined, undefined)
      const list = slot === undefined ? startList(place, value) : listOf(slot)
      list.items.push(value)
      growList(place.key, value.end)
      self.grow(value.end)
    },
    appendMap: (place, childStart, alwaysList) => {
      const builder = createMapBuilder(childStart, (end) => {
        growList(place.key, end)
        self.grow(end)
      })
      self.append(place, builder.map, alwaysList)
      const slot = slots.get(place.key)
      if (slot !== undefined) slot.builder = builder
      return builder
    },
    grow: (end) => {
      if (end > map.end) map.end = end
      onGrow?.(end)
    },
    leaveOpen: () => {
      map.open = true
    },
  }

  const growList = (key: string, end: number): void => {
    const list = slots.get(key)?.list
    if (list !== undefined && end > list.end) list.end = end
  }

  const startList = (place: KeyPlace, first: DocumentNode): GrowingList => {
    const list: GrowingList = { kind: 'list', start: first.start, end: first.end, items: [] }
    put(place, list, undefined, list)
    return list
  }

  const listOf = (slot: Slot): GrowingList => {
    if (slot.list !== undefined) return slot.list
    const entry = map.entries[slot.index]
    const list: GrowingList = { kind: 'list', start: entry.value.start, end: entry.value.end, items: [entry.value] }
    map.entries[slot.index] = { ...entry, value: list }
    slot.list = list
    return list
  }

  return self
}
