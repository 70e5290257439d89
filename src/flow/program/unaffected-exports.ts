import { type FileProgram, OP } from '../../model/program.ts'
import type { Project } from './link-program.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Values of a file through which data leaves it: functions that return data when they are called, and values that are read. */
export interface EscapingData {
  readonly functions: Set<number>
  readonly values: Set<number>
  /** Data also leaves in ways that are not tracked. */
  escapesUnknown: boolean
}

/** Names of exports from which no escaping data is reachable. An importer of these alone receives no data. */
export function unaffectedExports(
  project: Project,
  file: number,
  { functions, values, escapesUnknown }: EscapingData,
  rootOf: (value: number) => number,
): ReadonlySet<string> {
  if (escapesUnknown) return new Set()
  const { program } = project.files[file]
  const first = project.firstValue[file]
  const firstFunction = program.values.count === 0 ? 0 : project.owner[first] - Math.max(0, program.values.owner[0])
  const leading = nodesLeadingTo(program, [
    ...[...functions].map((each) => program.values.count + each - firstFunction),
    ...[...values].map((value) => nodeOf(program, value - first)),
  ])
  const hidden = new Set<string>()
  const shown = new Set<string>()
  for (const { name, value, from } of program.exports) {
    const leads = from !== undefined || value < 0 || leading[nodeOf(program, value)] === 1 || values.has(rootOf(first + value))
    if (leads) shown.add(name)
    else hidden.add(name)
  }
  // A module as a whole has properties of any name.
  return shown.has('') ? new Set() : new Set([...hidden].filter((name) => !shown.has(name)))
}

/** A graph node: a value of the module, or a function (numbered after the values). */
function nodeOf({ values }: FileProgram, value: number): number {
  return values.owner[value] <= 0 ? value : values.count + values.owner[value]
}

/** By node: whether it is one of `ends`, or refers to one, directly or indirectly. */
function nodesLeadingTo(program: FileProgram, ends: readonly number[]): Uint8Array {
  const { values, functions, classes, calls } = program
  const { op, a, b, extraOperands, count } = values
  const users = new Map<number, number[]>()
  const use = (user: number, used: number): void => {
    if (user === used) return
    addToGroup(users, used, user)
  }
  const useValue = (user: number, value: number): void => {
    if (value >= 0) use(user, nodeOf(program, value))
  }
  const useCall = (user: number, call: number): void => {
    useValue(user, calls[call].callee)
    useValue(user, calls[call].receiver)
    for (const { value } of calls[call].arguments) useValue(user, value)
  }
  for (let value = 0; value < count; value++) {
    const node = nodeOf(program, value)
    switch (op[value]) {
      case OP.unknown:
      case OP.parameter:
      case OP.imported:
        break
      case OP.function:
        use(node, count + a[value])
        break
      case OP.result:
        useCall(node, a[value])
        break
      case OP.postUpdate:
        useValue(node, a[value])
        useCall(node, b[value])
        break
      case OP.load:
      case OP.refine:
        useValue(node, a[value])
        break
      default:
        useValue(node, a[value])
        useValue(node, b[value])
    }
  }
  for (let pair = 0; pair < extraOperands.length; pair += 2) useValue(nodeOf(program, extraOperands[pair]), extraOperands[pair + 1])
  for (const { constructorFunction, methods, getters, setters, bases, fields } of classes) {
    const node = count + constructorFunction
    for (const members of [methods, getters, setters]) for (const member of members.values()) use(node, count + member)
    for (const base of bases) useValue(node, base)
    for (const fieldValues of fields.values()) for (const { value } of fieldValues) useValue(node, value)
  }
  const leading = new Uint8Array(count + functions.length)
  const open = [...ends]
  for (const end of ends) leading[end] = 1
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const user of users.get(node) ?? [])
      if (leading[user] === 0) {
        leading[user] = 1
        open.push(user)
      }
  return leading
}
