/** Numbers of what is asked of values, and of the facts that answers rest on. */
export interface QueryKeys {
  functions(value: number): number
  instances(value: number): number
  /** A fact: what is passed for the parameter. */
  parameter(value: number): number
  parts(value: number, part: number): number
  /** Which classes extend which. */
  readonly subclasses: number
  kindOf(question: number): 'functions' | 'instances' | 'parts' | 'subclasses'
  valueOf(question: number): number
  /** Of `parts` alone. */
  propertyOf(question: number): number
  /** Questions that do not depend on parts. */
  count(): number
}

/** For values up to `values` and parts up to `keys`. Those about parts get their numbers as they are asked. */
export function createQueryKeys(values: number, keys: number): QueryKeys {
  const subclasses = 3 * values
  const first = subclasses + 1
  const known = new Map<number, number>()
  const holders: number[] = []
  const parts: number[] = []
  return {
    functions: (value) => value,
    instances: (value) => values + value,
    parameter: (value) => 2 * values + value,
    parts: (value, part) => {
      // -1 is a part too. Small numbers are no objects in a map.
      const id = value * (keys + 1) + part + 1
      const found = known.get(id)
      if (found !== undefined) return found
      const question = first + holders.length
      known.set(id, question)
      holders.push(value)
      parts.push(part)
      return question
    },
    subclasses,
    kindOf: (question) => (question < values ? 'functions' : question < subclasses ? 'instances' : question === subclasses ? 'subclasses' : 'parts'),
    valueOf: (question) => (question >= first ? holders[question - first] : question % values),
    propertyOf: (question) => parts[question - first],
    count: () => first,
  }
}
