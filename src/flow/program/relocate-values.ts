import { OP, type FileProgram, type ProgramArgument, type ProgramParameter, type ProgramValues } from '../../model/program.ts'

/** Numbers of the program at which those of a file begin. */
export interface FileOffsets {
  /** Index of the file. */
  readonly file: number
  readonly value: number
  readonly func: number
  readonly classIndex: number
  readonly call: number
  readonly imported: number
}

/** The values of a program as parallel arrays, while files are linked. */
export interface ValueColumns {
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
  readonly key: Int32Array
  readonly owner: Int32Array
  readonly fileOf: Int32Array
}

/** Writes the values of a file to the columns of the program. `keyIds` are the keys of the program by string of the file. */
export function relocateValues({ values }: FileProgram, offsets: FileOffsets, keyIds: readonly number[], to: ValueColumns): void {
  for (let local = 0; local < values.count; local++) {
    const id = offsets.value + local
    const kind = values.op[local]
    to.op[id] = kind
    to.owner[id] = offsets.func + Math.max(0, values.owner[local])
    to.fileOf[id] = offsets.file
    to.a[id] = relocateFirst(kind, values.a[local], offsets)
    const second = values.b[local]
    to.b[id] = second < 0 ? -1 : kind === OP.postUpdate ? second + offsets.call : kind === OP.refine ? second : second + offsets.value
    const key = values.key[local]
    to.key[id] = kind === OP.load || kind === OP.store ? (key < 0 ? -1 : keyIds[key]) : key
  }
}

function relocateFirst(kind: number, first: number, offsets: FileOffsets): number {
  if (first < 0 || kind === OP.parameter) return first
  if (kind === OP.function) return first + offsets.func
  if (kind === OP.result) return first + offsets.call
  return first + (kind === OP.imported ? offsets.imported : offsets.value)
}

/** Writes the extra operands of a file in compressed rows, in the order in which each value got them. Returns where those of the next file begin. */
export function relocateOperands(
  { extraOperands, count }: ProgramValues,
  base: number,
  first: number,
  { start, source }: { readonly start: Int32Array; readonly source: Int32Array },
): number {
  for (let pair = 0; pair < extraOperands.length; pair += 2) start[base + extraOperands[pair] + 1]++
  start[base] = first
  for (let value = base; value < base + count; value++) start[value + 1] += start[value]
  const next = start.slice(base, base + count)
  for (let pair = 0; pair < extraOperands.length; pair += 2) source[next[extraOperands[pair]]++] = base + extraOperands[pair + 1]
  return first + extraOperands.length / 2
}

/** The number in the program; -1 stays. */
export function relocate(local: number, first: number): number {
  return local < 0 ? -1 : local + first
}

/** A parameter with values of the program. */
export function relocateParameter(
  { name, value, kind, type, scalar, isString, isTyped, atExit, defaultValue, defaultProperties }: ProgramParameter,
  first: number,
): ProgramParameter {
  return {
    name,
    value: relocate(value, first),
    kind,
    type: relocate(type, first),
    scalar,
    isString,
    isTyped,
    atExit: relocate(atExit, first),
    defaultValue,
    defaultProperties,
  }
}

/** An argument with values of the program. */
export function relocateArgument({ kind, name, value, postUpdate, constant, constantProperties }: ProgramArgument, first: number): ProgramArgument {
  return { kind, name, value: relocate(value, first), postUpdate: relocate(postUpdate, first), constant, constantProperties }
}

/** Functions of the program by member name. */
export function relocateMembers(members: ReadonlyMap<string, number>, first: number): ReadonlyMap<string, number> {
  return members.size === 0 ? members : new Map([...members].map(([name, member]) => [name, member + first]))
}
