import { OP } from '../model/program.ts'
import { joined, NOTHING, unique } from './answers.ts'
import { fieldsAt } from './class-members.ts'
import { importedValues, moduleOf } from './imported-values.ts'
import { ANY_PART, type Resolving } from './resolving.ts'

/** Stores into one object that are looked through for its parts. */
const MAX_CHAIN = 300

/** Values that a part of a value may be, from the parts of what it is made of. */
export function findParts(r: Resolving, value: number, part: number): readonly number[] {
  const { op, a, key } = r.project
  switch (op[value]) {
    case OP.store:
      return ofStore(r, value, part)
    case OP.join:
    case OP.refine:
    case OP.cell:
      return partsOfAny(r, r.origins.sourcesOf(value), part)
    case OP.after:
      return r.partsOf(a[value], part)
    case OP.imported:
      return ofImport(r, value, part)
    case OP.load:
      return joined(ofInstances(r, value, part), key[value] < 0 ? NOTHING : partsOfAny(r, r.partsOf(a[value], key[value]), part))
    case OP.result:
      return joined(ofInstances(r, value, part), ofResult(r, value, part))
    case OP.parameter:
      return joined(ofInstances(r, value, part), partsOfAny(r, r.aliasesOf(value), part))
    default:
      return NOTHING
  }
}

function partsOfAny(r: Resolving, values: readonly number[], part: number): readonly number[] {
  let found = NOTHING
  for (const each of values) found = joined(found, r.partsOf(each, part))
  return found
}

function ofStore(r: Resolving, value: number, part: number): readonly number[] {
  const { a, b, key } = r.project
  if (part === ANY_PART) return allParts(r, value)
  if (key[value] === part) return [b[value]]
  return key[value] < 0 ? joined([b[value]], r.partsOf(a[value], part)) : r.partsOf(a[value], part)
}

function allParts(r: Resolving, value: number): readonly number[] {
  const { op, a, b } = r.project
  const found: number[] = []
  let at = value
  for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.store; steps++) {
    found.push(b[at])
    at = r.origins.holderOf(a[at], ANY_PART)
  }
  return op[at] === OP.store ? found : joined(unique(found), r.partsOf(at, ANY_PART))
}

function ofImport(r: Resolving, value: number, part: number): readonly number[] {
  const { project, modules } = r
  const module = moduleOf(project, modules, value)
  const exported =
    module === undefined ? NOTHING : part === ANY_PART ? modules.all(module).map((each) => each.value) : modules.exported(module, project.keys[part])
  return joined(unique(exported), partsOfAny(r, importedValues(project, modules, value), part))
}

function ofResult(r: Resolving, value: number, part: number): readonly number[] {
  const { a, calls, functions } = r.project
  let found = NOTHING
  for (const target of r.functionsOf(calls[a[value]].callee)) found = joined(found, r.partsOf(functions[target].result, part))
  return found
}

function ofInstances(r: Resolving, value: number, part: number): readonly number[] {
  if (part === ANY_PART) return NOTHING
  const fields = fieldsAt(r, value, part)
  return fields.length === 0 ? NOTHING : unique(fields.filter(({ isType }) => !isType).map((field) => field.value))
}
