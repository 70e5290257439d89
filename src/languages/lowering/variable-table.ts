/** Values of variables along the code that is being lowered: layers, one for each branch or loop that is open. */
export interface VariableTable {
  read(variable: number): number | undefined
  write(variable: number, value: number): void
  /** Opens a branch. */
  push(): void
  /** Opens a loop: what is read from outside of it goes through `enter`, which makes the value that later rounds may change. */
  pushLoop(enter: (variable: number, before: number) => number): void
  /** Closes the innermost layer and returns what it wrote. */
  pop(): ReadonlyMap<number, number>
  /** How many layers are open. */
  depth(): number
  /** All that the layers from `depth` on have written, the innermost last. */
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
        // As deep as loops nest.
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
