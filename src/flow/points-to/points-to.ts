import { createQueryCache, MAX_RESULTS, EMPTY, distinct } from './query-cache.ts'
import type { Project } from '../program/link-program.ts'
import { importedValues } from './imported-values.ts'
import { transitiveSubclassesOf, membersOf } from './class-members.ts'
import { classesOf } from './method-resolution-order.ts'
import { queryFunctions, functionsOfAny } from './function-query.ts'
import { queryInstances } from './instance-query.ts'
import { queryProperty } from './property-query.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { createQueryKeys } from './query-keys.ts'
import { ANY_PROPERTY, type ResolutionOrder, type MemberKind, type QueryContext } from './query-context.ts'
import { findFrameworkProperties, type FrameworkProperties } from './framework-properties.ts'
import { createMustAlias } from './must-alias.ts'
import { addToGroup } from '../../model/group-by.ts'

/** Which functions and instances a value may be. Looked for backwards, each answer once. */
export interface PointsTo {
  /** Functions that a value may be. */
  functionsOf(value: number): readonly number[]
  /** The same, and functions that are elements of it. */
  functionsOrElements(value: number): readonly number[]
  /** Values that were put into a value as parts of it. */
  elementsOf(value: number): readonly number[]
  /** What programs leave in objects that a framework hands around. */
  readonly framework: FrameworkProperties
  /** Values that a part of a value may be. */
  propertyValues(value: number, part: number): readonly number[]
  /** Whether it was asked which functions a value may be, and the answer not forgotten. */
  isCached(value: number): boolean
  /** Classes that a value may be an instance of. */
  instancesOf(value: number): readonly number[]
  /** The method, getter or setter of a class or of those above it. */
  membersOf(classIndex: number, kind: MemberKind, name: string): readonly number[]
  /** Classes that extend a class, directly or not. */
  transitiveSubclassesOf(classIndex: number): readonly number[]
  /** The value before calls, stores and checks that leave it what it is. */
  rootOf(value: number): number
  /** Values that an import gives: exports of another file. */
  importedValues(value: number): readonly number[]
  /** Tells that a parameter may be these functions; true when that is news. */
  addFunctionsToParameter(value: number, functions: readonly number[]): boolean
  /** Tells that a parameter may hold what this value does: an object with functions in it; true when that is news. */
  addValueToParameter(parameter: number, value: number): boolean
  /** Forgets answers that rest on parameters of which there was news. */
  invalidate(): void
}

export function createPointsTo(project: Project, modules: ModuleLinks): PointsTo {
  const mustAlias = createMustAlias(project)
  const shared = findFrameworkProperties(project, mustAlias)
  const passed = new Map<number, readonly number[]>()
  const aliases = new Map<number, readonly number[]>()
  const questions = createQueryKeys(project.count, project.keys.length)
  const answers = createQueryCache(questions.count(), (question) => {
    const kind = questions.kindOf(question)
    if (kind === 'functions') return queryFunctions(resolving, questions.valueOf(question))
    if (kind === 'instances') return queryInstances(resolving, questions.valueOf(question))
    if (kind === 'parts') return queryProperty(resolving, questions.valueOf(question), questions.propertyOf(question))
    subclasses = findSubclasses(resolving)
    return EMPTY
  })
  const whatIsPassed = (of: ReadonlyMap<number, readonly number[]>, parameter: number): readonly number[] => {
    answers.dependOn(questions.parameter(parameter))
    return of.get(parameter) ?? EMPTY
  }
  let subclasses: ReadonlyMap<number, readonly number[]> = new Map()
  const orders = new Map<number, ResolutionOrder>()
  const resolving: QueryContext = {
    project,
    modules,
    mustAlias,
    framework: shared,
    hasCallableInstances: project.classes.some(({ methods }) => methods.has('__call__')),
    functionsOf: (value) => (value < 0 ? EMPTY : answers.query(questions.functions(mustAlias.rootOf(value)))),
    instancesOf: (value) => (value < 0 ? EMPTY : answers.query(questions.instances(mustAlias.rootOf(value)))),
    propertyValues: (value, part) => (value < 0 ? EMPTY : answers.query(questions.parts(mustAlias.storeRootOf(value, part), part))),
    functionsPassedTo: (parameter) => whatIsPassed(passed, parameter),
    valuesPassedTo: (parameter) => whatIsPassed(aliases, parameter),
    subclassesOf: (classIndex) => {
      answers.query(questions.subclasses)
      return subclasses.get(classIndex) ?? EMPTY
    },
    memoiseResolutionOrder: (classIndex, compute) => answers.memoise(orders, classIndex, compute),
  }
  const { functionsOf, instancesOf, propertyValues: partsOf } = resolving
  const add = (of: Map<number, readonly number[]>, parameter: number, fresh: readonly number[]): boolean => {
    if (fresh.length === 0) return false
    of.set(parameter, [...(of.get(parameter) ?? EMPTY), ...fresh])
    answers.markChanged(questions.parameter(parameter))
    return true
  }
  return {
    functionsOf,
    functionsOrElements: (value) => {
      const found = functionsOf(value)
      return found.length > 0 || value < 0 ? found : distinct(functionsOfAny(resolving, partsOf(value, ANY_PROPERTY)))
    },
    elementsOf: (value) => partsOf(value, ANY_PROPERTY),
    framework: shared,
    propertyValues: partsOf,
    isCached: (value) => value < 0 || answers.isCached(questions.functions(mustAlias.rootOf(value))),
    instancesOf,
    membersOf: (classIndex, kind, name) => membersOf(resolving, classIndex, kind, name),
    transitiveSubclassesOf: (classIndex) => transitiveSubclassesOf(resolving, classIndex),
    rootOf: mustAlias.rootOf,
    importedValues: (value) => importedValues(resolving, value),
    addValueToParameter: (parameter, value) => {
      const held = aliases.get(parameter) ?? EMPTY
      const identity = mustAlias.rootOf(value)
      // The value as it is passed: what was stored in it before is in its chain.
      const isNews = held.length < MAX_RESULTS && identity !== parameter && !held.includes(identity) && !held.includes(value)
      return add(aliases, parameter, isNews ? [value] : EMPTY)
    },
    addFunctionsToParameter: (parameter, functions) => {
      const held = passed.get(parameter) ?? EMPTY
      return add(passed, parameter, functions.filter((each) => !held.includes(each)).slice(0, MAX_RESULTS - held.length))
    },
    invalidate: answers.invalidate,
  }
}

/** Classes by the class that they extend. */
function findSubclasses(resolving: QueryContext): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const [index, { bases }] of resolving.project.classes.entries()) {
    for (const above of bases.flatMap((base) => classesOf(resolving, base))) {
      addToGroup(found, above, index)
    }
  }
  return found
}
