import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { union, EMPTY, distinct } from './query-cache.ts'
import type { Project } from '../program/link-program.ts'
import {
  insertedBy,
  isContainerMethod,
  isElement,
  isMapFromPairs,
  collectionKeptBy,
  collectionPairedBy,
  takesElement,
} from '../program/collection-methods.ts'
import { fieldsNamed } from './class-members.ts'
import { classesOf } from './method-resolution-order.ts'
import { importedValues, moduleOf } from './imported-values.ts'
import { ANY_PROPERTY, type QueryContext } from './query-context.ts'

/** Stores into one object that are searched for a property. */
const MAX_CHAIN = BOUNDS.propertyQueryStores.value

/** Values that a property of a value may have, from its operands. */
export function queryProperty(r: QueryContext, value: number, part: number): readonly number[] {
  const found = findOwnParts(r, value, part)
  return union(found, r.framework.propertyValues(value, part))
}

function findOwnParts(r: QueryContext, value: number, part: number): readonly number[] {
  const { op, a, key } = r.project
  switch (op[value]) {
    case OP.store:
      return ofStore(r, value, part)
    case OP.phi:
    case OP.refine:
    case OP.captured:
      return partsOfAny(r, r.mustAlias.operandsOf(value), part)
    case OP.postUpdate:
      return isElement(r.project, part) ? ofChanged(r, value, part) : r.propertyValues(a[value], part)
    case OP.imported:
      return ofImport(r, value, part)
    case OP.load:
      if (key[value] < 0 && part === ANY_PROPERTY) return ofInstances(r, value, part)
      return union(union(ofInstances(r, value, part), partsOfAny(r, r.propertyValues(a[value], key[value]), part)), ofClassField(r, value, part))
    case OP.result:
      return union(ofInstances(r, value, part), ofResult(r, value, part))
    case OP.parameter:
      return union(ofInstances(r, value, part), partsOfAny(r, r.valuesPassedTo(value), part))
    default:
      return EMPTY
  }
}

/** Values that methods of a class have stored in a field: `Job.known[name]` after `cls.known[job.name] = job`. */
function ofClassField(r: QueryContext, load: number, part: number): readonly number[] {
  const { op, a, key, keys, classes } = r.project
  if (key[load] < 0 || !isElement(r.project, part)) return EMPTY
  let found = EMPTY
  for (const each of classesOf(r, a[load])) {
    const fields = classes[each].fields.get(keys[key[load]]) ?? []
    for (const { value, isType } of fields) if (!isType && op[value] === OP.store) found = union(found, r.propertyValues(value, part))
  }
  return found
}

function partsOfAny(r: QueryContext, values: readonly number[], part: number): readonly number[] {
  let found = EMPTY
  for (const each of values) found = union(found, r.propertyValues(each, part))
  return found
}

function ofStore(r: QueryContext, value: number, part: number): readonly number[] {
  const { a, b, key } = r.project
  if (part === ANY_PROPERTY) return allParts(r, value)
  if (key[value] === part) return [b[value]]
  return key[value] < 0 && !isContainerMethod(r.project.keys[part])
    ? union([b[value]], r.propertyValues(a[value], part))
    : r.propertyValues(a[value], part)
}

function allParts(r: QueryContext, value: number): readonly number[] {
  const { op, a, b } = r.project
  const found: number[] = []
  let at = value
  for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.store; steps++) {
    found.push(b[at])
    at = r.mustAlias.storeRootOf(a[at], ANY_PROPERTY)
  }
  return op[at] === OP.store ? found : union(distinct(found), r.propertyValues(at, ANY_PROPERTY))
}

function ofImport(r: QueryContext, value: number, part: number): readonly number[] {
  const { project, modules } = r
  const module = moduleOf(r, value)
  const exported =
    module === undefined
      ? EMPTY
      : part === ANY_PROPERTY
        ? modules.all(module).map((each) => each.value)
        : modules.exported(module, project.keys[part])
  return union(distinct(exported), partsOfAny(r, importedValues(r, value), part))
}

function ofResult(r: QueryContext, value: number, part: number): readonly number[] {
  const { a, calls, functions } = r.project
  let found = EMPTY
  const call = calls[a[value]]
  const targets = r.functionsOf(call.callee)
  for (const target of targets) found = union(found, r.propertyValues(functions[target].result, part))
  return targets.length === 0 ? ofContainer(r, value, part) : found
}

/** The result of a standard function that passes on the elements of a container. */
function ofContainer(r: QueryContext, value: number, part: number): readonly number[] {
  const { a, calls, keys } = r.project
  const call = calls[a[value]]
  const paired = collectionPairedBy(call)
  // Each element of the result is a pair, whose second part is the stored value.
  if (paired >= 0) return part === ANY_PROPERTY ? [value] : keys[part] === '1' ? r.propertyValues(paired, ANY_PROPERTY) : EMPTY
  if (isMapFromPairs(call) && part === ANY_PROPERTY) return secondsOf(r, call.arguments[0]?.value ?? -1)
  if (call.spelledName === 'model' && part !== ANY_PROPERTY) return ofModel(r, call.arguments, part)
  if (call.spelledName === 'Schema' && call.isConstruct) return r.propertyValues(call.arguments[1]?.value ?? -1, part)
  const kept = collectionKeptBy(call)
  if (kept >= 0) return isElement(r.project, part) ? r.propertyValues(kept, ANY_PROPERTY) : EMPTY
  return takesElement(call) ? partsOfAny(r, [...r.propertyValues(call.receiver, ANY_PROPERTY), ...r.framework.valuesReturnedBy(call)], part) : EMPTY
}

/** `mongoose.model('Reader', schema)` has the functions that were stored in `schema.statics`. */
function ofModel(r: QueryContext, passed: Project['calls'][number]['arguments'], part: number): readonly number[] {
  const statics = r.project.findKey('statics')
  return statics < 0 ? EMPTY : partsOfAny(r, r.propertyValues(passed[1]?.value ?? -1, statics), part)
}

function secondsOf(r: QueryContext, pairs: number): readonly number[] {
  const second = r.project.findKey('1')
  return second < 0 ? EMPTY : partsOfAny(r, r.propertyValues(pairs, ANY_PROPERTY), second)
}

/** Values that calls have stored in a value, and its previous values. */
function ofChanged(r: QueryContext, value: number, part: number): readonly number[] {
  const { op, a } = r.project
  const found: number[] = []
  let at = value
  for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.postUpdate; steps++) {
    const inserted = insertedBy(r.project, at)
    if (inserted >= 0) found.push(inserted)
    at = r.mustAlias.storeRootOf(a[at], part)
  }
  return union(distinct(found), r.propertyValues(at, part))
}

function ofInstances(r: QueryContext, value: number, part: number): readonly number[] {
  if (part === ANY_PROPERTY) return EMPTY
  const fields = fieldsNamed(r, value, part)
  return fields.length === 0 ? EMPTY : distinct(fields.filter(({ isType }) => !isType).map((field) => field.value))
}
