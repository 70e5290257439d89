import { BOUNDS } from '../../model/bounds.ts'
import { SYNTHETIC_KEY, OP } from '../../model/program.ts'
import { extraOperandsOf, type Project } from '../program/link-program.ts'
import type { CallGraph } from './call-graph.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Values that are searched behind one value. */
const MAX_STEPS = BOUNDS.importFinderValues.value

/**
 * Adds the imports that a value comes from to a set: those of its receiver, of the object that it was read from, and of its type. Only imports in
 * `leads` (indexes in `Project.imports`) count.
 */
export function createImportFinder(project: Project, links: CallGraph, leads: ReadonlySet<number>): (from: number, into: Set<number>) => void {
  const importAt = new Map([...leads].map((index) => [project.imports[index].value, index]))
  const ofFile = new Map<number, number[]>()
  for (const index of leads) {
    const { file } = project.imports[index]
    addToGroup(ofFile, file, index)
  }
  /** 1 for values that depend on no such import. */
  const barren = new Uint8Array(project.count)
  const found = new Map<number, readonly number[]>()
  const find = (from: number): readonly number[] => {
    const open = new Set([from])
    const matches: number[] = []
    for (const value of open) {
      // The bound is reached: the value may depend on any import of the file.
      if (open.size > MAX_STEPS) return ofFile.get(project.fileOf[from]) ?? []
      const before = found.get(value)
      if (before !== undefined) {
        matches.push(...before)
        continue
      }
      const imported = importAt.get(value)
      if (imported !== undefined) matches.push(imported)
      for (const each of valuesBehind(project, links, value)) if (each >= 0 && barren[each] === 0) open.add(each)
    }
    if (matches.length === 0) for (const value of open) barren[value] = 1
    return [...new Set(matches)]
  }
  return (from, into) => {
    if (from < 0 || barren[from] === 1) return
    const known = found.get(from) ?? find(from)
    found.set(from, known)
    for (const index of known) into.add(index)
  }
}

/** The values that a value directly depends on; -1 for none. */
function valuesBehind(project: Project, links: CallGraph, value: number): readonly number[] {
  const { op, a, b, key, calls, functions, classes } = project
  switch (op[value]) {
    case OP.load: {
      const root = links.pointsTo.rootOf(a[value])
      // `files.load`, of a module.
      const exported = op[root] === OP.imported && key[value] >= 0 ? links.pointsTo.propertyValues(root, key[value]) : []
      return [
        a[value],
        ...exported,
        ...fieldsOf(project, links, a[value], key[value]),
        ...links.pointsTo.framework.propertyValues(a[value], key[value]),
      ]
    }
    case OP.store:
      return [a[value], b[value]]
    case OP.postUpdate:
    case OP.refine:
      return [a[value]]
    case OP.phi:
    case OP.captured:
      return [a[value], b[value], ...extraOperandsOf(project, value)]
    case OP.result:
      return [
        calls[a[value]].callee,
        ...(links.targets[a[value]] ?? []).flatMap((target) => [functions[target].result, functions[target].returnType]),
      ]
    case OP.function: {
      // Inherited methods of a class, and members of the value that describes a type.
      const { classIndex, isConstructor } = functions[a[value]]
      if (!isConstructor || classIndex < 0) return []
      const { bases, fields } = classes[classIndex]
      return [...bases, ...(fields.get(SYNTHETIC_KEY.exemplar) ?? []).map((each) => each.value)]
    }
    case OP.imported:
      return links.pointsTo.importedValues(value)
    case OP.parameter:
      return a[value] >= 0 ? [functions[project.owner[value]].parameters[a[value]]?.type ?? -1] : []
    default:
      return []
  }
}

/** The known values of a field of an object. */
function fieldsOf({ op, a, keys, owner, functions, classes }: Project, links: CallGraph, object: number, part: number): readonly number[] {
  const root = object < 0 ? -1 : links.pointsTo.rootOf(object)
  if (root < 0 || part < 0) return []
  // The values of an interface's fields are found where an object of it is used.
  const isReceiver = op[root] === OP.parameter && a[root] < 0
  const found = isReceiver ? [functions[owner[root]].classIndex].filter((each) => each >= 0) : links.pointsTo.instancesOf(root)
  return found.flatMap((each) => {
    const { bases, fields, getters } = classes[each]
    const getter = getters.get(keys[part])
    const getterResults = getter === undefined ? [] : [functions[getter].result, functions[getter].returnType]
    return [...bases, ...(fields.get(keys[part]) ?? []).map(({ value }) => value), ...getterResults]
  })
}
