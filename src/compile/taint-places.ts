import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import type { DataName, TaintMatcher, TaintUse } from '../model/flow.ts'
import type { Dialect } from '../model/language.ts'
import type { LiteralNeed } from '../model/literal-need.ts'
import type { LoadedMatcher, SpecPath, SpecPositions } from '../model/rule-pack.ts'
import type { AnyTaintSpec } from './compile-taint-use.ts'

/** A place and the literals that a file needs for it. */
export interface Place {
  /** Collects the uses of all rules. */
  readonly place: Omit<TaintMatcher, 'uses' | 'byRole'> & { readonly uses: TaintUse[] }
  readonly need: LiteralNeed
}

/** The places of all taint rules of a dialect so far, by key. */
export interface PlaceTable {
  readonly compiler: MatcherCompiler
  readonly dialect: Dialect
  readonly shared: ReadonlyMap<string, LoadedMatcher>
  readonly places: Map<string, Place>
  /** The places of matchers that restrict other matchers, by key without the index of the place. */
  readonly narrowed: Map<string, readonly Place[]>
  /** The keys of `places` in the order in which they were added, those removed since included. */
  readonly added: string[]
  /** By `TaintUse.number`. */
  readonly uses: TaintUse[]
}

/** A taint matcher and its location in the rule file. */
export interface WrittenPlace {
  readonly spec: AnyTaintSpec
  readonly path: SpecPath
  readonly positions: SpecPositions
}

/** Options of enclosing entries. The matcher's own options take precedence. */
export interface PlaceOptions {
  readonly parameter: WrittenParameter | undefined
  readonly decorator: readonly string[]
  readonly dataName: WrittenDataName | undefined
}

/** The parameters that a source selects, as they are written. */
export type WrittenParameter = Required<Pick<AnyTaintSpec, 'parameter'>> & Pick<AnyTaintSpec, 'function' | 'except' | 'texts'>

/** A `data-name` and its location in the rule file. */
export interface WrittenDataName {
  readonly id: string
  readonly rows: readonly DataName[]
}

/** Keys of a taint entry that are not part of its matcher. */
const TAINT_KEYS: ReadonlySet<string> = new Set([
  'label',
  'data-name',
  'requires',
  'by-side-effect',
  'exact',
  'fields',
  'ignored-guards',
  'context',
  'when',
  'parameter',
  'function',
  'except',
  'texts',
  'decorator',
  'severity',
  'confidence',
  'scope',
  'from',
  'to',
  'with',
  'languages',
  'description',
])

/** The keys of its matcher. */
export function matcherKeys(spec: AnyTaintSpec): readonly string[] {
  return Object.keys(spec).filter((key) => !TAINT_KEYS.has(key))
}

/** The key of a place: the file of its matcher, its path in the file, and the options of enclosing entries. */
export function placeKey({ path, positions }: WrittenPlace, { parameter, decorator, dataName }: PlaceOptions): string {
  const plain = locationKey(positions.file, path)
  const named = dataName === undefined ? plain : `${plain} ${dataName.id}`
  return parameter === undefined && decorator.length === 0 ? named : `${named} ${JSON.stringify([parameter, decorator])}`
}

/** Names a location in a rule file. */
export function locationKey(file: string, path: SpecPath): string {
  return `${file}#${path.join('/')}`
}
