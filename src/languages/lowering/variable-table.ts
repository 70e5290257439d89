/** Current values of variables: a stack of layers, one per open branch or loop. */
export interface VariableTable {
  read(variable: number): number | undefined
  write(variable: number, value: number): void
  /** Opens a branch. */
  push(): void
  /** Opens a loop. Reads of outer variables go through `enter`, which creates the loop-head phi. */
  pushLoop(enter: (variable: number, before: number) => number): void
  /** Closes the innermost layer and returns its assignments. */
  pop(): ReadonlyMap<number, number>
  /** The number of open layers. */
  depth(): number
  /** All assignments in the layers from `depth` on; inner layers win. */
  snapshot(depth: number): ReadonlyMap<number, number>
}

interface Layer {
  readonly values: Map<number, number>
  readonly enter: ((variable: number, before: number) => number) | undefined
}

export function createVariableTable(): VariableTable {
  const layers: Layer[] = [{ values: new Map(), enter: undefined }]

  const readFrom = (level: number, variable: number): number | undefined => {
    let at = level
    while (at >= 0) {
      const { values, enter } = layers[at]
      const value = values.get(variable)
      if (value !== undefined) return value
      if (enter !== undefined) {
        // The recursion is as deep as loops nest.
        const before = readFrom(at - 1, variable)
        if (before === undefined) return undefined
        const entered = enter(variable, before)
        values.set(variable, entered)
        return entered
      }
      at--
    }
    return undefined
  }

  return {
    read: (variable) => readFrom(layers.length - 1, variable),
    write: (variable, value) => {
      layers[layers.length - 1].values.set(variable, value)
    },
    push: () => {
      layers.push({ values: new Map(), enter: undefined })
    },
    pushLoop: (enter) => {
      layers.push({ values: new Map(), enter })
    },
    pop: () => layers.pop()?.values ?? new Map(),
    depth: () => layers.length,
    snapshot: (depth) => {
      const all = new Map<number, number>()
      for (const { values } of layers.slice(depth)) for (const [variable, value] of values) all.set(variable, value)
      return all
    },
  }
}
