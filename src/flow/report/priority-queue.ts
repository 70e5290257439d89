/** Items by cost, the cheapest first. Items of equal cost leave in the order in which they came. */
export interface PriorityQueue<T> {
  push(item: T, cost: number): void
  /** Removes the cheapest item. */
  pop(): T | undefined
}

interface Slot<T> {
  readonly item: T
  readonly cost: number
  readonly order: number
}

/** Creates an empty queue: a binary heap. */
export function createPriorityQueue<T>(): PriorityQueue<T> {
  const heap: Slot<T>[] = []
  let pushed = 0
  return {
    push: (item, cost) => {
      heap.push({ item, cost, order: pushed++ })
      siftUp(heap)
    },
    pop: () => {
      const first = heap[0]
      const last = heap.pop()
      if (last === undefined) return undefined
      if (heap.length > 0) siftDown(heap, last)
      return first.item
    },
  }
}

function isBefore<T>(left: Slot<T>, right: Slot<T>): boolean {
  return left.cost < right.cost || (left.cost === right.cost && left.order < right.order)
}

/** Moves the last item up to its place. */
function siftUp<T>(heap: Slot<T>[]): void {
  let at = heap.length - 1
  const slot = heap[at]
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(slot, heap[parent])) break
    heap[at] = heap[parent]
    at = parent
  }
  heap[at] = slot
}

/** Puts an item in the place of the first, and moves it down to its own. */
function siftDown<T>(heap: Slot<T>[], slot: Slot<T>): void {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    if (left >= heap.length) break
    const child = left + 1 < heap.length && isBefore(heap[left + 1], heap[left]) ? left + 1 : left
    if (!isBefore(heap[child], slot)) break
    heap[at] = heap[child]
    at = child
  }
  heap[at] = slot
}
