/**
 * Strongly connected components of a graph with nodes from 0 (Tarjan's algorithm without recursion). Returns the component by node; components are in
 * reverse topological order: each comes after all that are reachable from it.
 */
export function findComponents(count: number, next: (node: number) => readonly number[]): Int32Array {
  const component = new Int32Array(count).fill(-1)
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const stack: number[] = []
  const path: { readonly node: number; readonly next: readonly number[]; at: number }[] = []
  let seen = 0
  let found = 0
  const enter = (node: number): void => {
    order[node] = low[node] = seen++
    stack.push(node)
    path.push({ node, next: next(node), at: 0 })
  }
  const leave = (node: number): void => {
    path.pop()
    const above = path[path.length - 1]
    if (above !== undefined) low[above.node] = Math.min(low[above.node], low[node])
    if (low[node] !== order[node]) return
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      component[member] = found
      if (member === node) break
    }
    found++
  }
  for (let root = 0; root < count; root++) {
    if (order[root] < 0) enter(root)
    for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
      const target = top.next[top.at++]
      if (target === undefined) leave(top.node)
      else if (order[target] < 0) enter(target)
      else if (component[target] < 0) low[top.node] = Math.min(low[top.node], order[target])
    }
  }
  return component
}
