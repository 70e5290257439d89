/** A node of a graph: its own values, and the nodes whose values it also has. */
export interface ClosureNode {
  readonly values: readonly number[]
  readonly next: readonly string[]
}

export interface ClosureInput {
  /** Reads a node. Called once for each. */
  read(key: string): ClosureNode
  /** Counts work. False if no more may be done: nodes that are met afterwards have only their own values. */
  spend(steps: number): boolean
}

interface Visit extends ClosureNode {
  readonly key: string
  readonly order: number
  low: number
  at: number
}

/**
 * All values that are reachable from a node, each once, its own first. Nodes of a cycle share one result, so that each edge is followed once
 * (Tarjan's algorithm without recursion).
 */
export function createClosure({ read, spend }: ClosureInput): (key: string) => readonly number[] {
  const answers = new Map<string, readonly number[]>()

  function answer(root: string): void {
    const visits = new Map<string, Visit>()
    const stack: Visit[] = []
    const path: Visit[] = []
    const enter = (key: string): void => {
      const { values, next } = read(key)
      const isWithin = spend(1 + values.length + next.length)
      const visit = { key, values, next: isWithin ? next : [], order: visits.size, low: visits.size, at: 0 }
      visits.set(key, visit)
      stack.push(visit)
      path.push(visit)
    }
    const leave = (visit: Visit): void => {
      path.pop()
      const above = path[path.length - 1]
      if (above !== undefined) above.low = Math.min(above.low, visit.low)
      if (visit.low !== visit.order) return
      const members: Visit[] = []
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        members.push(member)
        if (member === visit) break
      }
      const values = gather(members.reverse())
      for (const { key } of members) answers.set(key, values)
    }
    enter(root)
    for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
      const next = top.next[top.at++]
      if (next === undefined) leave(top)
      else if (!answers.has(next)) {
        const known = visits.get(next)
        if (known === undefined) enter(next)
        else top.low = Math.min(top.low, known.order)
      }
    }
  }

  function gather(members: readonly Visit[]): readonly number[] {
    const found = new Set<number>()
    for (const { values } of members) for (const value of values) found.add(value)
    for (const { next } of members) {
      for (const key of next) {
        const values = answers.get(key) ?? []
        if (spend(values.length)) for (const value of values) found.add(value)
      }
    }
    return [...found]
  }

  return (key) => {
    if (!answers.has(key)) answer(key)
    return answers.get(key) ?? []
  }
}
