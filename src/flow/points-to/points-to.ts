import { createAnswers, MAX_FOUND, NOTHING, unique } from './query-cache.ts'
import type { Project } from '../program/link-program.ts'
import { importedValues } from './imported-values.ts'
import { classesBelow, membersOf } from './class-members.ts'
import { classesOf } from './method-resolution-order.ts'
import { findFunctions, functionsOfAny } from './function-query.ts'
import { findInstances } from './instance-query.ts'
import { findParts } from './property-query.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import { createQuestions } from './query-keys.ts'
import { ANY_PART, type ClassOrder, type MemberKind, type Resolving } from './query-context.ts'
import { findSharedParts, type SharedParts } from './framework-properties.ts'
import { findOrigins } from './must-alias.ts'

/** Which functions and instances a value may be. Looked for backwards, each answer once. */
export interface FunctionResolver {
  /** Functions that a value may be. */
  functionsOf(value: number): readonly number[]
  /** The same, and functions that are elements of it. */
  functionsWithin(value: number): readonly number[]
  /** Values that were put into a value as parts of it. */
  elementsOf(value: number): readonly number[]
  /** What programs leave in objects that a framework hands around. */
  readonly shared: SharedParts
  /** Values that a part of a value may be. */
  partsOf(value: number, part: number): readonly number[]
  /** Whether it was asked which functions a value may be, and the answer not forgotten. */
  isKnown(value: number): boolean
  /** Classes that a value may be an instance of. */
  instancesOf(value: number): readonly number[]
  /** The method, getter or setter of a class or of those above it. */
  memberOf(classIndex: number, kind: MemberKind, name: string): readonly number[]
  /** Classes that extend a class, directly or not. */
  classesBelow(classIndex: number): readonly number[]
  /** The value before calls, stores and checks that leave it what it is. */
  identityOf(value: number): number
  /** Values that an import gives: exports of another file. */
  importedBy(value: number): readonly number[]
  /** Tells that a parameter may be these functions; true when that is news. */
  addToParameter(value: number, functions: readonly number[]): boolean
  /** Tells that a parameter may hold what this value does: an object with functions in it; true when that is news. */
  addAlias(parameter: number, value: number): boolean
  /** Forgets answers that rest on parameters of which there was news. */
  forget(): void
}

export function createFunctionResolver(project: Project, modules: ModuleLinks): FunctionResolver {
  const origins = findOrigins(project)
  const shared = findSharedParts(project, origins)
  const passed = new Map<number, readonly number[]>()
  const aliases = new Map<number, readonly number[]>()
  const questions = createQuestions(project.count, project.keys.length)
  const answers = createAnswers(questions.count(), (question) => {
    const kind = questions.kindOf(question)
    if (kind === 'functions') return findFunctions(resolving, questions.valueOf(question))
    if (kind === 'instances') return findInstances(resolving, questions.valueOf(question))
    if (kind === 'parts') return findParts(resolving, questions.valueOf(question), questions.partOf(question))
    subclasses = findSubclasses(resolving)
    return NOTHING
  })
  const whatIsPassed = (of: ReadonlyMap<number, readonly number[]>, parameter: number): readonly number[] => {
    answers.restOn(questions.parameter(parameter))
    return of.get(parameter) ?? NOTHING
  }
  let subclasses: ReadonlyMap<number, readonly number[]> = new Map()
  const orders = new Map<number, ClassOrder>()
  const resolving: Resolving = {
    project,
    modules,
    origins,
    shared,
    hasCallable: project.classes.some(({ methods }) => methods.has('__call__')),
    functionsOf: (value) => (value < 0 ? NOTHING : answers.ask(questions.functions(origins.identityOf(value)))),
    instancesOf: (value) => (value < 0 ? NOTHING : answers.ask(questions.instances(origins.identityOf(value)))),
    partsOf: (value, part) => (value < 0 ? NOTHING : answers.ask(questions.parts(origins.holderOf(value, part), part))),
    passedTo: (parameter) => whatIsPassed(passed, parameter),
    aliasesOf: (parameter) => whatIsPassed(aliases, parameter),
    subclassesOf: (classIndex) => {
      answers.ask(questions.subclasses)
      return subclasses.get(classIndex) ?? NOTHING
    },
    memoiseOrder: (classIndex, compute) => answers.memoise(orders, classIndex, compute),
  }
  const { functionsOf, instancesOf, partsOf } = resolving
  const add = (of: Map<number, readonly number[]>, parameter: number, fresh: readonly number[]): boolean => {
    if (fresh.length === 0) return false
    of.set(parameter, [...(of.get(parameter) ?? NOTHING), ...fresh])
    answers.change(questions.parameter(parameter))
    return true
  }
  return {
    functionsOf,
    functionsWithin: (value) => {
      const found = functionsOf(value)
      return found.length > 0 || value < 0 ? found : unique(functionsOfAny(resolving, partsOf(value, ANY_PART)))
    },
    elementsOf: (value) => partsOf(value, ANY_PART),
    shared,
    partsOf,
    isKnown: (value) => value < 0 || answers.isKnown(questions.functions(origins.identityOf(value))),
    instancesOf,
    memberOf: (classIndex, kind, name) => membersOf(resolving, classIndex, kind, name),
    classesBelow: (classIndex) => classesBelow(resolving, classIndex),
    identityOf: origins.identityOf,
    importedBy: (value) => importedValues(resolving, value),
    addAlias: (parameter, value) => {
      const held = aliases.get(parameter) ?? NOTHING
      const identity = origins.identityOf(value)
      // The value as it is passed: what was stored in it before is in its chain.
      const isNews = held.length < MAX_FOUND && identity !== parameter && !held.includes(identity) && !held.includes(value)
      return add(aliases, parameter, isNews ? [value] : NOTHING)
    },
    addToParameter: (parameter, functions) => {
      const held = passed.get(parameter) ?? NOTHING
      return add(passed, parameter, functions.filter((each) => !held.includes(each)).slice(0, MAX_FOUND - held.length))
    },
    forget: answers.forget,
  }
}

/** Classes by the class that they extend. */
function findSubclasses(resolving: Resolving): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const [index, { bases }] of resolving.project.classes.entries()) {
    for (const above of bases.flatMap((base) => classesOf(resolving, base))) {
      const known = found.get(above)
      if (known === undefined) found.set(above, [index])
      else known.push(index)
    }
  }
  return found
}
