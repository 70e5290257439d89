import { OP, type ProgramValues } from '../../model/program.ts'

/** Values while they are made. */
export interface ValueStore {
  add(op: number, a: number, b: number, key: number, start: number, end: number, owner: number): number
  join(target: number, source: number): void
  op(value: number): number
  a(value: number): number
  key(value: number): number
  finish(): ProgramValues
}

const FIELDS = 7

export function createValueStore(): ValueStore {
  const rows: number[] = []
  const joins: number[] = []
  const column = (offset: number): Int32Array => {
    const count = rows.length / FIELDS
    const values = new Int32Array(count)
    for (let at = 0; at < count; at++) values[at] = rows[at * FIELDS + offset]
    return values
  }
  return {
    add: (op, a, b, key, start, end, owner) => {
      rows.push(op, a, b, key, start, end, owner)
      return rows.length / FIELDS - 1
    },
    join: (target, source) => {
      if (target !== source && source >= 0) joins.push(target, source)
    },
    op: (value) => (value < 0 ? OP.unknown : rows[value * FIELDS]),
    a: (value) => rows[value * FIELDS + 1],
    key: (value) => rows[value * FIELDS + 3],
    finish: () => ({
      count: rows.length / FIELDS,
      op: Uint8Array.from(column(0)),
      a: column(1),
      b: column(2),
      key: column(3),
      start: column(4),
      end: column(5),
      owner: column(6),
      joins: Int32Array.from(joins),
    }),
  }
}
