import { OP } from '../model/program.ts'
import { EDGE, type Edges } from './build-edges.ts'
import { joinsOf, type Project } from './build-project.ts'
import type { CallLinks } from './link-calls.ts'

/** Values looked at behind one callee. */
const MAX_STEPS = 200

export interface NeededImports {
  readonly needed: ReadonlySet<number>
  /** Those of them of which other files have the same object, and get what is told to it: emitters of events. */
  readonly shared: ReadonlySet<number>
  /** Files that data got into. */
  readonly reached: ReadonlySet<number>
  /** Files with classes on which methods are called that they have not: those that import them may have what extends or implements them. */
  readonly implemented: ReadonlySet<number>
}

/**
 * Imports (by index in `Project.imports`) of files that may hold what becomes of data: the functions that tainted values are passed to and that are not among
 * the files yet, and the objects that they are put into. Only imports that lead to files that are not there yet are looked for (`leads`, by index).
 */
export function neededImports(project: Project, edges: Edges, links: CallLinks, tainted: Int32Array, leads: ReadonlySet<number>): NeededImports {
  const { op, a, b, key, keys, calls, files, functions, classes } = project
  const importAt = new Map([...leads].map((index) => [project.imports[index].value, index]))
  // What is behind a value is in the same file, unless an interface of another tells of what class it is.
  const leadingFiles = new Set([...leads].map((index) => project.imports[index].file))
  const describes = classes.some(({ isInterface, construct }) => isInterface && leadingFiles.has(functions[construct].file))
  const needed = new Set<number>()
  const shared = new Set<number>()
  const seenValues = new Uint8Array(project.count)
  const seenCalls = new Set<number>()
  const reached = new Set<number>()
  const implemented = new Set<number>()

  /** Follows a value back to imports: what it was called on, taken from, or said to be of. */
  const collect = (from: number, into = needed): void => {
    const open = new Set([from])
    for (const value of open) {
      if (value < 0) continue
      if (open.size > MAX_STEPS) {
        // Too much to look through: any import of the file may be behind it.
        for (const index of leads) if (project.imports[index].file === project.fileOf[from]) into.add(index)
        return
      }
      const imported = importAt.get(value)
      if (imported !== undefined) into.add(imported)
      switch (op[value]) {
        case OP.load:
          addAll(open, [a[value], ...fieldsOf(a[value], key[value])])
          break
        case OP.store:
          addAll(open, [a[value], b[value]])
          break
        case OP.after:
        case OP.refine:
          addAll(open, [a[value]])
          break
        case OP.join:
        case OP.cell:
          addAll(open, [a[value], b[value], ...joinsOf(project, value)])
          break
        case OP.result:
          addAll(open, [calls[a[value]].callee])
          break
        case OP.function: {
          // Methods that a class has from one above it.
          const { classIndex, isConstructor } = functions[a[value]]
          if (isConstructor && classIndex >= 0) addAll(open, classes[classIndex].bases)
          break
        }
        case OP.parameter:
          if (a[value] >= 0) addAll(open, [functions[project.owner[value]].parameters[a[value]]?.type ?? -1])
          break
        default:
      }
    }
  }

  /** What is known of a field of the receiver. */
  const fieldsOf = (object: number, part: number): readonly number[] => {
    const held = object < 0 ? -1 : links.resolver.identityOf(object)
    if (held < 0 || part < 0) return []
    // What an interface says is told where an object of it is used.
    const isReceiver = op[held] === OP.parameter && a[held] < 0
    const found = isReceiver ? [functions[project.owner[held]].classIndex].filter((each) => each >= 0) : links.resolver.instancesOf(held)
    return found.flatMap((each) => [...classes[each].bases, ...(classes[each].fields.get(keys[part]) ?? []).map(({ value }) => value)])
  }

  for (const value of tainted) {
    if (seenValues[value] === 1) continue
    seenValues[value] = 1
    const file = project.fileOf[value]
    reached.add(file)
    if (!leadingFiles.has(file) && !describes) continue
    if (op[value] === OP.store || op[value] === OP.after) collect(a[value])
    // A model that limits what its fields may be.
    if (op[value] === OP.parameter && files[file].language === 'python') collect(value)
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      const index = edges.target[edge]
      if (edges.kind[edge] !== EDGE.argument || seenCalls.has(index)) continue
      seenCalls.add(index)
      const call = calls[index]
      if (links.targets[index].length === 0) {
        collect(call.callee)
        if (call.receiver >= 0) for (const each of links.resolver.instancesOf(call.receiver)) implemented.add(functions[classes[each].construct].file)
      }
      if (call.written === 'emit' || call.written === 'add') collect(call.receiver, shared)
    }
  }
  // Objects of other files that are handed around in a file that data got into may be what it is handed to.
  for (const call of calls) {
    if (!reached.has(call.file) || !leadingFiles.has(call.file)) continue
    for (const { value } of call.arguments) if (op[value] !== OP.unknown && op[value] !== OP.combine) collect(value)
  }
  return { needed, shared, reached, implemented }
}

function addAll(set: Set<number>, values: readonly number[]): void {
  for (const value of values) set.add(value)
}
