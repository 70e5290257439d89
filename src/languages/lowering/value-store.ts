import { OP, type ProgramValues } from '../../model/program.ts'

/** The SSA values of a file while they are built. */
export interface ValueStore {
  add(op: number, a: number, b: number, key: number, start: number, end: number, owner: number): number
  addOperand(target: number, source: number): void
  op(value: number): number
  a(value: number): number
  b(value: number): number
  key(value: number): number
  finish(): ProgramValues
}

type Columns = Record<'a' | 'b' | 'key' | 'start' | 'end' | 'owner', Int32Array> & { op: Uint8Array }

const FIRST_SIZE = 256

export function createValueStore(): ValueStore {
  let columns = createColumns(FIRST_SIZE)
  let count = 0
  let joins: Int32Array = new Int32Array(FIRST_SIZE)
  let joined = 0
  return {
    add: (op, a, b, key, start, end, owner) => {
      if (count === columns.op.length) columns = copied(columns, count, 2 * count)
      columns.op[count] = op
      columns.a[count] = a
      columns.b[count] = b
      columns.key[count] = key
      columns.start[count] = start
      columns.end[count] = end
      columns.owner[count] = owner
      return count++
    },
    addOperand: (target, source) => {
      if (target === source || source < 0) return
      if (joined === joins.length) joins = copy(joins, joined, 2 * joined)
      joins[joined++] = target
      joins[joined++] = source
    },
    op: (value) => (value < 0 ? OP.unknown : columns.op[value]),
    a: (value) => columns.a[value],
    b: (value) => columns.b[value],
    key: (value) => columns.key[value],
    finish: () => ({ count, ...copied(columns, count, count), extraOperands: joins.slice(0, joined) }),
  }
}

function createColumns(size: number): Columns {
  const column = (): Int32Array => new Int32Array(size)
  return { op: new Uint8Array(size), a: column(), b: column(), key: column(), start: column(), end: column(), owner: column() }
}

function copied({ op, a, b, key, start, end, owner }: Columns, count: number, size: number): Columns {
  const kinds = new Uint8Array(size)
  kinds.set(op.subarray(0, count))
  return {
    op: kinds,
    a: copy(a, count, size),
    b: copy(b, count, size),
    key: copy(key, count, size),
    start: copy(start, count, size),
    end: copy(end, count, size),
    owner: copy(owner, count, size),
  }
}

function copy(column: Int32Array, count: number, size: number): Int32Array {
  const larger = new Int32Array(size)
  larger.set(column.subarray(0, count))
  return larger
}
