import type { Project } from '../program/link-program.ts'
import type { ModuleLinks } from '../program/link-modules.ts'
import type { FrameworkProperties } from './framework-properties.ts'
import type { MustAlias } from './must-alias.ts'

/** A property whose name is not known. */
export const ANY_PROPERTY = -1

export type MemberKind = 'methods' | 'getters' | 'setters'

/** The context of queries for functions, instances, properties and class members. They query each other through the cache. */
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
  /** Values that a property of a value may have; with `ANY_PROPERTY` those of all its properties. */
  propertyValues(value: number, property: number): readonly number[]
  /** Functions that calls pass for a parameter. */
  functionsPassedTo(parameter: number): readonly number[]
  /** Other values that calls pass for a parameter on whose properties functions are called. */
  valuesPassedTo(parameter: number): readonly number[]
  /** Direct subclasses of a class. */
  subclassesOf(classIndex: number): readonly number[]
  /** Method resolution order of a class, the class first; empty if it has none. */
  resolutionOrderOf(classIndex: number): readonly number[]
  /** The method, getter or setter that a class has under a name, own or inherited; several if the order of its superclasses is not known. */
  membersOf(classIndex: number, member: MemberKind, name: string): readonly number[]
}
