import { OP } from '../../model/program.ts'
import { joined, NOTHING, unique } from './query-cache.ts'
import type { Project } from '../program/link-program.ts'
import { insertedBy, isContainerMethod, isElement, isMapOfPairs, keptBy, pairedBy, takesElement } from '../program/collection-methods.ts'
import { fieldsAt } from './class-members.ts'
import { classesOf } from './method-resolution-order.ts'
import { importedValues, moduleOf } from './imported-values.ts'
import { ANY_PART, type Resolving } from './query-context.ts'

/** Stores into one object that are looked through for its parts. */
const MAX_CHAIN = 300

/** Values that a part of a value may be, from the parts of what it is made of. */
export function findParts(r: Resolving, value: number, part: number): readonly number[] {
  const found = findOwnParts(r, value, part)
  return joined(found, r.shared.partsOf(value, part))
}

function findOwnParts(r: Resolving, value: number, part: number): readonly number[] {
  const { op, a, key } = r.project
  switch (op[value]) {
    case OP.store:
      return ofStore(r, value, part)
    case OP.join:
    case OP.refine:
    case OP.cell:
      return partsOfAny(r, r.origins.sourcesOf(value), part)
    case OP.after:
      return isElement(r.project, part) ? ofChanged(r, value, part) : r.partsOf(a[value], part)
    case OP.imported:
      return ofImport(r, value, part)
    case OP.load:
      if (key[value] < 0 && part === ANY_PART) return ofInstances(r, value, part)
      return joined(joined(ofInstances(r, value, part), partsOfAny(r, r.partsOf(a[value], key[value]), part)), ofClassField(r, value, part))
    case OP.result:
      return joined(ofInstances(r, value, part), ofResult(r, value, part))
    case OP.parameter:
      return joined(ofInstances(r, value, part), partsOfAny(r, r.aliasesOf(value), part))
    default:
      return NOTHING
  }
}

/** What methods of a class have put into a field of it: `Job.known[name]` after `cls.known[job.name] = job`. */
function ofClassField(r: Resolving, load: number, part: number): readonly number[] {
  const { op, a, key, keys, classes } = r.project
  if (key[load] < 0 || !isElement(r.project, part)) return NOTHING
  let found = NOTHING
  for (const each of classesOf(r, a[load])) {
    const fields = classes[each].fields.get(keys[key[load]]) ?? []
    for (const { value, isType } of fields) if (!isType && op[value] === OP.store) found = joined(found, r.partsOf(value, part))
  }
  return found
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
  return key[value] < 0 && !isContainerMethod(r.project.keys[part]) ? joined([b[value]], r.partsOf(a[value], part)) : r.partsOf(a[value], part)
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
  const module = moduleOf(r, value)
  const exported =
    module === undefined ? NOTHING : part === ANY_PART ? modules.all(module).map((each) => each.value) : modules.exported(module, project.keys[part])
  return joined(unique(exported), partsOfAny(r, importedValues(r, value), part))
}

function ofResult(r: Resolving, value: number, part: number): readonly number[] {
  const { a, calls, functions } = r.project
  let found = NOTHING
  const call = calls[a[value]]
  const targets = r.functionsOf(call.callee)
  for (const target of targets) found = joined(found, r.partsOf(functions[target].result, part))
  return targets.length === 0 ? ofContainer(r, value, part) : found
}

/** What a call of the language gives that hands on the elements of something. */
function ofContainer(r: Resolving, value: number, part: number): readonly number[] {
  const { a, calls, keys } = r.project
  const call = calls[a[value]]
  const paired = pairedBy(call)
  // Each element of what is given stands for a pair, of which the second is what is held.
  if (paired >= 0) return part === ANY_PART ? [value] : keys[part] === '1' ? r.partsOf(paired, ANY_PART) : NOTHING
  if (isMapOfPairs(call) && part === ANY_PART) return secondsOf(r, call.arguments[0]?.value ?? -1)
  if (call.written === 'model' && part !== ANY_PART) return ofModel(r, call.arguments, part)
  if (call.written === 'Schema' && call.construct) return r.partsOf(call.arguments[1]?.value ?? -1, part)
  const kept = keptBy(call)
  if (kept >= 0) return isElement(r.project, part) ? r.partsOf(kept, ANY_PART) : NOTHING
  return takesElement(call) ? partsOfAny(r, [...r.partsOf(call.receiver, ANY_PART), ...r.shared.givenBy(call)], part) : NOTHING
}

/** `mongoose.model('Reader', schema)` has the functions that were put into `schema.statics`. */
function ofModel(r: Resolving, passed: Project['calls'][number]['arguments'], part: number): readonly number[] {
  const statics = r.project.findKey('statics')
  return statics < 0 ? NOTHING : partsOfAny(r, r.partsOf(passed[1]?.value ?? -1, statics), part)
}

function secondsOf(r: Resolving, pairs: number): readonly number[] {
  const second = r.project.findKey('1')
  return second < 0 ? NOTHING : partsOfAny(r, r.partsOf(pairs, ANY_PART), second)
}

/** What was put into a value by calls, one after the other, and what it held before. */
function ofChanged(r: Resolving, value: number, part: number): readonly number[] {
  const { op, a } = r.project
  const found: number[] = []
  let at = value
  for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.after; steps++) {
    const inserted = insertedBy(r.project, at)
    if (inserted >= 0) found.push(inserted)
    at = r.origins.holderOf(a[at], part)
  }
  return joined(unique(found), r.partsOf(at, part))
}

function ofInstances(r: Resolving, value: number, part: number): readonly number[] {
  if (part === ANY_PART) return NOTHING
  const fields = fieldsAt(r, value, part)
  return fields.length === 0 ? NOTHING : unique(fields.filter(({ isType }) => !isType).map((field) => field.value))
}
