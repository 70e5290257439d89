/** Nodes in ascending order. Each is to be added once. */
export interface NodeQueue {
  add(node: number): void
  /** Removes and returns the smallest node, or -1. */
  take(): number
}

/** A binary heap. */
export function createNodeQueue(): NodeQueue {
  const heap: number[] = []
  return {
    add: (node) => {
      let at = heap.push(node) - 1
      for (let up = (at - 1) >> 1; at > 0 && heap[up] > node; up = (at - 1) >> 1) {
        heap[at] = heap[up]
        at = up
      }
      heap[at] = node
    },
    take: () => {
      const least = heap[0]
      const last = heap.pop()
      if (least === undefined || last === undefined) return -1
      if (heap.length > 0) sink(heap, last)
      return least
    },
  }
}

function sink(heap: number[], node: number): void {
  let at = 0
  for (;;) {
    let down = 2 * at + 1
    if (down >= heap.length) break
    if (down + 1 < heap.length && heap[down + 1] < heap[down]) down++
    if (heap[down] >= node) break
    heap[at] = heap[down]
    at = down
  }
  heap[at] = node
}
