import { addToGroup } from '../../model/group-by.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { Project } from '../program/link-program.ts'
import { queryMembers, transitiveSubclassesOf } from './class-members.ts'
import { findFrameworkProperties, type FrameworkProperties } from './framework-properties.ts'
import { functionsOfAny, queryFunctions } from './function-query.ts'
import { importedValues } from './imported-values.ts'
import { queryInstances } from './instance-query.ts'
import { classesOf, queryResolutionOrder } from './method-resolution-order.ts'
import { createMustAlias } from './must-alias.ts'
import { queryProperty } from './property-query.ts'
import { createQueryCache, distinct, EMPTY, MAX_RESULTS, type QueryCache } from './query-cache.ts'
import { ANY_PROPERTY, type MemberKind, type QueryContext } from './query-context.ts'
import { createQueryKeys, type Query, type QueryKeys } from './query-keys.ts'

/** Demand-driven points-to queries on a program. Each result is computed once and kept until a fact that it depends on changes. */
export interface PointsTo {
  /** Functions that a value may be. */
  functionsOf(value: number): readonly number[]
  /** The same; for a value that is no function, functions that are its elements. */
  functionsOrElements(value: number): readonly number[]
  /** Values of all properties of a value. */
  elementsOf(value: number): readonly number[]
  /** Values that programs store in objects that a framework passes to many functions. */
  readonly framework: FrameworkProperties
  /** Values that a property of a value may have. */
  propertyValues(value: number, property: number): readonly number[]
  /** Whether the functions of a value were queried and are still valid. */
  isCached(value: number): boolean
  /** Classes that a value may be an instance of. */
  instancesOf(value: number): readonly number[]
  /** The method, getter or setter of a class, own or inherited. */
  membersOf(classIndex: number, kind: MemberKind, name: string): readonly number[]
  /** Direct and indirect subclasses. */
  transitiveSubclassesOf(classIndex: number): readonly number[]
  /** The must-alias root: the value before calls, stores and guards that leave it the same object. */
  rootOf(value: number): number
  /** Values that an import gives: exports of another file. */
  importedValues(value: number): readonly number[]
  /** Adds functions to the points-to set of a parameter. Returns whether it has grown. */
  addFunctionsToParameter(value: number, functions: readonly number[]): boolean
  /** Adds a value that a call passes for a parameter: an object on whose properties the function calls functions. Returns whether it is new. */
  addValueToParameter(parameter: number, value: number): boolean
  /** Invalidates results that depend on parameters whose sets have grown. */
  invalidate(): void
}

/** Arguments, by parameter. */
type PassedValues = Map<number, readonly number[]>

/** The mutable state of the queries. */
interface PointsToState {
  readonly context: QueryContext
  readonly cache: QueryCache
  readonly passedFunctions: PassedValues
  readonly passedValues: PassedValues
  /** Adds values for a parameter and marks its queries as changed. Returns whether there are any. */
  add(passed: PassedValues, parameter: number, fresh: readonly number[]): boolean
}

/** Creates the queries for a linked program. The sets of all parameters are empty at first. */
export function createPointsTo(project: Project, modules: ModuleLinks): PointsTo {
  const keys = createQueryKeys(project.count, project.classes.length)
  const { context, cache, passedFunctions, passedValues, add } = createState(project, modules, keys)
  const { mustAlias, framework, functionsOf, instancesOf, propertyValues, membersOf } = context
  return {
    functionsOf,
    functionsOrElements: (value) => {
      const found = functionsOf(value)
      return found.length > 0 || value < 0 ? found : distinct(functionsOfAny(context, propertyValues(value, ANY_PROPERTY)))
    },
    elementsOf: (value) => propertyValues(value, ANY_PROPERTY),
    framework,
    propertyValues,
    isCached: (value) => value < 0 || cache.isCached(keys.functions(mustAlias.rootOf(value))),
    instancesOf,
    membersOf,
    transitiveSubclassesOf: (classIndex) => transitiveSubclassesOf(context, classIndex),
    rootOf: mustAlias.rootOf,
    importedValues: (value) => importedValues(context, value),
    addValueToParameter: (parameter, value) => {
      const known = passedValues.get(parameter) ?? EMPTY
      const root = mustAlias.rootOf(value)
      // The value itself is added and not its root: the stores before the call are in its chain.
      const isNew = known.length < MAX_RESULTS && root !== parameter && !known.includes(root) && !known.includes(value)
      return add(passedValues, parameter, isNew ? [value] : EMPTY)
    },
    addFunctionsToParameter: (parameter, functions) => {
      const known = passedFunctions.get(parameter) ?? EMPTY
      return add(passedFunctions, parameter, functions.filter((each) => !known.includes(each)).slice(0, MAX_RESULTS - known.length))
    },
    invalidate: cache.invalidate,
  }
}

function createState(project: Project, modules: ModuleLinks, keys: QueryKeys): PointsToState {
  const mustAlias = createMustAlias(project)
  const passedFunctions: PassedValues = new Map()
  const passedValues: PassedValues = new Map()
  let subclasses: ReadonlyMap<number, readonly number[]> = new Map()
  const cache = createQueryCache({
    count: keys.count,
    compute: (key) => {
      const query = keys.queryOf(key)
      if (query.kind === 'subclasses') subclasses = findSubclasses(context)
      return computeQuery(context, query)
    },
    countsAsNested: (key) => isNested(keys.queryOf(key)),
  })
  const passedTo = (passed: PassedValues, parameter: number): readonly number[] => {
    cache.dependOn(keys.parameter(parameter))
    return passed.get(parameter) ?? EMPTY
  }
  const context: QueryContext = {
    project,
    modules,
    mustAlias,
    framework: findFrameworkProperties(project, mustAlias),
    hasCallableInstances: project.classes.some(({ methods }) => methods.has('__call__')),
    functionsOf: (value) => (value < 0 ? EMPTY : cache.query(keys.functions(mustAlias.rootOf(value)))),
    instancesOf: (value) => (value < 0 ? EMPTY : cache.query(keys.instances(mustAlias.rootOf(value)))),
    propertyValues: (value, property) => (value < 0 ? EMPTY : cache.query(keys.property(mustAlias.storeRootOf(value, property), property))),
    functionsPassedTo: (parameter) => passedTo(passedFunctions, parameter),
    valuesPassedTo: (parameter) => passedTo(passedValues, parameter),
    subclassesOf: (classIndex) => {
      cache.query(keys.subclasses)
      return subclasses.get(classIndex) ?? EMPTY
    },
    resolutionOrderOf: (classIndex) => cache.query(keys.resolutionOrder(classIndex)),
    membersOf: (classIndex, member, name) => {
      const own = project.classes[classIndex][member].get(name)
      return own === undefined ? cache.query(keys.member(classIndex, member, name)) : [own]
    },
  }
  const add = (passed: PassedValues, parameter: number, fresh: readonly number[]): boolean => {
    if (fresh.length === 0) return false
    passed.set(parameter, [...(passed.get(parameter) ?? EMPTY), ...fresh])
    cache.markChanged(keys.parameter(parameter))
    return true
  }
  return { context, cache, passedFunctions, passedValues, add }
}

function computeQuery(context: QueryContext, query: Query): readonly number[] {
  switch (query.kind) {
    case 'functions':
      return distinct(queryFunctions(context, query.value))
    case 'instances':
      return distinct(queryInstances(context, query.value))
    case 'property':
      return distinct(queryProperty(context, query.value, query.property))
    case 'resolution-order':
      return queryResolutionOrder(context, query.classIndex)
    case 'member':
      return queryMembers(context, query.classIndex, query.member, query.name)
    case 'subclasses':
      return EMPTY
  }
}

/** Queries of classes count as no level of their own, because they continue with queries of values. */
function isNested({ kind }: Query): boolean {
  return kind !== 'resolution-order' && kind !== 'member'
}

/** Direct subclasses of each class. */
function findSubclasses(context: QueryContext): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const [index, { bases }] of context.project.classes.entries())
    for (const superclass of bases.flatMap((base) => classesOf(context, base))) addToGroup(found, superclass, index)
  return found
}
