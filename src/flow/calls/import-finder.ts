import { HIDDEN_PART, OP } from '../../model/program.ts'
import { joinsOf, type Project } from '../project/build-project.ts'
import type { CallLinks } from './link-calls.ts'

/** Values looked at behind one value. */
const MAX_STEPS = 200

/** Adds the imports behind a value to a set: what it was called on, taken from, or is said to be of. Only imports of `leads` (indexes in `Project.imports`) count. */
export function createImportFinder(project: Project, links: CallLinks, leads: ReadonlySet<number>): (from: number, into: Set<number>) => void {
  const importAt = new Map([...leads].map((index) => [project.imports[index].value, index]))
  const behind = new Map<number, readonly number[]>()
  const lookBehind = (value: number): readonly number[] => {
    const known = behind.get(value) ?? valuesBehind(project, links, value).filter((each) => each >= 0)
    behind.set(value, known)
    return known
  }
  return (from, into) => {
    const open = new Set(from < 0 ? [] : [from])
    for (const value of open) {
      if (open.size > MAX_STEPS) {
        // Too much to look through: any import of the file may be behind it.
        for (const index of leads) if (project.imports[index].file === project.fileOf[from]) into.add(index)
        return
      }
      const imported = importAt.get(value)
      if (imported !== undefined) into.add(imported)
      for (const each of lookBehind(value)) open.add(each)
    }
  }
}

/** -1 for none. */
function valuesBehind(project: Project, links: CallLinks, value: number): readonly number[] {
  const { op, a, b, key, calls, functions, classes } = project
  switch (op[value]) {
    case OP.load:
      return [a[value], ...fieldsOf(project, links, a[value], key[value]), ...links.resolver.shared.partsOf(a[value], key[value])]
    case OP.store:
      return [a[value], b[value]]
    case OP.after:
    case OP.refine:
      return [a[value]]
    case OP.join:
    case OP.cell:
      return [a[value], b[value], ...joinsOf(project, value)]
    case OP.result:
      return [calls[a[value]].callee, ...(links.targets[a[value]] ?? []).flatMap((target) => [functions[target].result, functions[target].type])]
    case OP.function: {
      // Methods that a class has from one above it, or that objects of a type have from what they are said to be like.
      const { classIndex, isConstructor } = functions[a[value]]
      if (!isConstructor || classIndex < 0) return []
      const { bases, fields } = classes[classIndex]
      return [...bases, ...(fields.get(HIDDEN_PART.like) ?? []).map((each) => each.value)]
    }
    case OP.parameter:
      return a[value] >= 0 ? [functions[project.owner[value]].parameters[a[value]]?.type ?? -1] : []
    default:
      return []
  }
}

/** What is known of a field of an object. */
function fieldsOf({ op, a, keys, owner, functions, classes }: Project, links: CallLinks, object: number, part: number): readonly number[] {
  const held = object < 0 ? -1 : links.resolver.identityOf(object)
  if (held < 0 || part < 0) return []
  // What an interface says is told where an object of it is used.
  const isReceiver = op[held] === OP.parameter && a[held] < 0
  const found = isReceiver ? [functions[owner[held]].classIndex].filter((each) => each >= 0) : links.resolver.instancesOf(held)
  return found.flatMap((each) => {
    const { bases, fields, getters } = classes[each]
    const getter = getters.get(keys[part])
    const given = getter === undefined ? [] : [functions[getter].result, functions[getter].type]
    return [...bases, ...(fields.get(keys[part]) ?? []).map(({ value }) => value), ...given]
  })
}
