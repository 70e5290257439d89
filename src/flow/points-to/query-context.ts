import type { Project } from '../program/link-program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { FrameworkProperties } from './framework-properties.ts'
import type { MustAlias } from './must-alias.ts'

/** A class and the classes above it, in method resolution order; `undefined` where there is no such order. */
export interface ResolutionOrder {
  readonly classes: readonly number[] | undefined
}

/** A part of which the name is not known. */
export const ANY_PROPERTY = -1

/** What looking for functions, instances and parts takes: the three ask each other. */
export interface QueryContext {
  readonly project: Project
  readonly modules: ModuleLinks
  readonly mustAlias: MustAlias
  readonly framework: FrameworkProperties
  /** Whether instances of some class can be called. */
  readonly hasCallableInstances: boolean
  /** Functions that a value may be. */
  functionsOf(value: number): readonly number[]
  /** Classes that a value may be an instance of. */
  instancesOf(value: number): readonly number[]
  /** Values that a part of a value may be; with `ANY_PART` all its parts. */
  propertyValues(value: number, part: number): readonly number[]
  /** Functions that calls pass for a parameter, and values that have parts on which it calls functions. */
  functionsPassedTo(parameter: number): readonly number[]
  valuesPassedTo(parameter: number): readonly number[]
  /** Classes that name a class as what they extend. */
  subclassesOf(classIndex: number): readonly number[]
  /** Returns the linearization of a class, memoised. See `classOrder`. */
  memoiseResolutionOrder(classIndex: number, compute: () => ResolutionOrder): ResolutionOrder
}

export type MemberKind = 'methods' | 'getters' | 'setters'
