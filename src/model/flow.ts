import type { NodeMatcher } from './matcher.ts'
import type { LineIndex, Span } from './position.ts'
import type { FileProgram } from './program.ts'
import type { TraceStep } from './finding.ts'
import type { Confidence, Severity } from './severity.ts'
import type { StringContexts } from './string-context.ts'

/** The use of a matcher's place by one rule. */
export interface TaintUse {
  /** Counts the uses of a dialect's rules. */
  readonly number: number
  /** Index in `Ruleset.rules`. */
  readonly rule: number
  readonly role: 'source' | 'sink' | 'sanitizer' | 'propagator'
  /** Its path in the rule file: `taint.sources[0]`. */
  readonly clause: string
  /** For a source: its label. For a sanitizer: the label that it removes (undefined for all). */
  readonly label: string | undefined
  /** Whether these labels are enough; undefined when any is. */
  readonly requires: ((labels: ReadonlySet<string>) => boolean) | undefined
  readonly bySideEffect: boolean
  readonly exact: boolean
  /** For a sink: the relevant fields of an object. Undefined for all. */
  readonly fields?: readonly string[]
  /** For a sanitizer that is a check: the result for which data is safe. Undefined if its return value is safe. */
  readonly when?: boolean
  /** For a source: its data counts only at sinks in the same file. */
  readonly sameFileOnly: boolean
  /** For a source: its data counts only if no other file of the scan imports its file, except to re-export it and except tests. */
  readonly entryPointOnly: boolean
  /** Severity of findings with this source or sink: the rule's, or a lower one of the entry. */
  readonly severity: Severity
  readonly confidence: Confidence
  /** For a sink: whether it stays dangerous for a path that was checked to be inside a folder. */
  readonly ignoresContained: boolean
  /** For a sink: the contexts of the string. */
  readonly contexts: StringContexts
  /** For a sink: whether it accepts weak data, which an unknown call may have propagated. */
  readonly takesWeak: boolean
  /** For a source: victims send the data, so that a login does not lower the severity. */
  readonly sentByVictim: boolean
  /** For a propagator: metavariables. */
  readonly from?: string
  readonly to?: string
  /** For a sink: the metavariable that must also receive data. */
  readonly with?: string
  /** For a sink: how it uses the data, with an article. */
  readonly usedAs?: string
  appliesTo(path: string): boolean
}

/** The name of a source's data if its code, or the first property that is read from it, is one of the names. Undefined for any. */
export interface DataName {
  readonly names: readonly string[] | undefined
  /** The name of a single value, such as `request query parameter`. Undefined if single values have no name. */
  readonly one: string | undefined
  /** The name of all data of the source. */
  readonly all: string
}

/** Which parameters of a function a source is: by index, name or all, and which parts of them. */
export interface ParameterSelector {
  readonly which: number | string
  /** Whether `which` and the parameters behind it are selected. */
  readonly isRest: boolean
  /** Whether a parameter of this name does not count. Undefined if all count. */
  readonly isExcepted: ((name: string) => boolean) | undefined
  /** Only parameters without a type, or with a string as type. */
  readonly texts: boolean
  /** Where the function stands in the call that gets it. Undefined for all arguments. */
  readonly function: FunctionPlace | undefined
  /** Keys. Empty for the parameter as a whole. */
  readonly propertyPath: readonly string[]
}

/** An argument, and the properties that lead to a function in it. An undefined key is any property. */
export interface FunctionPlace {
  readonly argument: number | string
  readonly keys: readonly (string | undefined)[]
}

/** A matcher of taint rules, compiled once for all rules that use it. */
export interface TaintMatcher {
  /** Undefined: every function, for sources by decorator. */
  readonly matcher: NodeMatcher | undefined
  /** Arguments that count, by index or keyword; undefined for all. */
  readonly arguments: readonly (number | string)[] | undefined
  /** The matched code is the value itself, even if it is a call: a part of a query, a focus. Otherwise a call stands for its arguments. */
  readonly reportsPart: boolean
  /** Whether it is a call of a function with this name, with any arguments. Undefined for other matchers. */
  readonly isCallOf: ((name: string) => boolean) | undefined
  /** Whether it is a call of a function with this name whose only other condition selects the argument. Undefined for other matchers. */
  readonly isPlainCallOf: ((name: string) => boolean) | undefined
  /** Whether only what the name claims makes a function match, as `*sanitize*` matches `tools.sanitizeAll`. Undefined if no pattern is such a guess. */
  readonly isGuessOf: ((name: string) => boolean) | undefined
  readonly parameter: ParameterSelector | undefined
  readonly decorators: readonly ((name: string) => boolean)[]
  /** The names of its data. The first matching row counts. */
  readonly dataNames: readonly DataName[]
  readonly uses: readonly TaintUse[]
  readonly byRole: UsesByRole
}

/** The uses of a matcher by role. All sites of the matcher share these lists. */
export interface UsesByRole {
  readonly source: readonly TaintUse[]
  readonly sink: readonly TaintUse[]
  readonly propagator: readonly TaintUse[]
  /** Sanitizers without `when`. */
  readonly sanitizer: readonly TaintUse[]
  /** Sanitizers with `when`, by the result for which data is safe. */
  readonly check: Readonly<Record<'true' | 'false', readonly TaintUse[]>>
}

/** Code by metavariable. Without offsets if it is not in the file. */
export type Captures = ReadonlyMap<string, Partial<Span> & { readonly text: string }>

/** A source in a file. */
export interface SourceSite extends Span {
  /** Tainted values. */
  readonly values: readonly number[]
  /** Values of functions whose parameters are tainted, or of objects that hold them. */
  readonly callbacks: readonly number[]
  readonly parameter: ParameterSelector | undefined
  readonly propertyPath: readonly string[]
  readonly captures: Captures
  readonly text: string
  readonly dataNames: readonly DataName[]
  /** With a lower severity than their rules if access is restricted. */
  readonly uses: readonly TaintUse[]
  /** Who has access, if it is restricted. */
  readonly access: string | undefined
  /** Names of the enclosing functions and their classes. */
  readonly enclosingNames: readonly string[]
}

export interface SinkSite extends Span {
  /** Index of the call in the file, or -1. */
  readonly call: number
  readonly values: readonly number[]
  /** The values of the metavariable of `with`, by name. */
  readonly companions: ReadonlyMap<string, readonly number[]>
  readonly captures: Captures
  readonly text: string
  readonly uses: readonly TaintUse[]
}

export interface SanitizerSite {
  readonly values: readonly number[]
  /** Whether only the name of the called function says that it sanitizes. */
  readonly isGuess: boolean
  readonly uses: readonly TaintUse[]
}

export interface PropagatorSite {
  readonly from: number
  readonly to: number
  readonly use: TaintUse
}

/** A lowered file with the annotations of rules. Contains no syntax tree. */
export interface FlowFile {
  readonly path: string
  readonly language: string
  readonly lines: LineIndex
  readonly program: FileProgram
  readonly sources: readonly SourceSite[]
  readonly sinks: readonly SinkSite[]
  readonly sanitizers: readonly SanitizerSite[]
  readonly propagators: readonly PropagatorSite[]
  /** Functions with restricted access according to a decorator. */
  readonly guarded: readonly GuardedSpan[]
}

/** Code with restricted access. */
export interface GuardedSpan extends Span {
  /** As in findings: `behind a check of rights`. */
  readonly access: string
}

/** A flow from a source to a sink, before suppressions and order. Offsets are those of the sink's file. */
export interface FlowFinding extends Span {
  readonly file: string
  readonly rule: number
  readonly captures: Captures
  readonly trace: readonly TraceStep[]
  /** The severity of its source, or of its sink if that is lower. */
  readonly severity: Severity
  readonly confidence: Confidence
  /** Number of other data-flow paths to the same sink. */
  readonly alternatives: number
  /** If the sink is in a wrapper: the call that passes it a string which its caller has built from the data. */
  readonly callingSite?: (Span & { readonly file: string }) | undefined
  /** Identifiers of causes: findings of a rule with a common one have the same cause. */
  readonly causes: readonly string[]
}

export interface FlowResult {
  readonly findings: readonly FlowFinding[]
  /** Files in which a bound was reached. */
  readonly gaps: readonly { readonly file: string; readonly detail: string }[]
}

/** Where a file passes requests to another file. */
export interface Mount {
  /** The resolved name of the target: `files.router`, `app.views.show`. */
  readonly name: string
  /** The code that imports it, if the file contains more than the name: `import files from './files'`, `from . import files`. */
  readonly importStatement: string | undefined
  /** Whether all functions of the other file receive requests, or only the one with this name. */
  readonly kind: 'router' | 'handler'
  /** Who has access by this mount, if it is restricted. */
  readonly access: string | undefined
}

/** A file that may take part in data flow, according to its text and perhaps its tree. Plain data. */
export interface FlowCandidate extends ImportNames {
  readonly path: string
  readonly language: string
  /** Id of its dialect. */
  readonly dialect: string
  /** Rules of which it has a source, and a sink: indexes in `Ruleset.rules`. */
  readonly sources: readonly number[]
  readonly sinks: readonly number[]
  /** Whether these were found in the tree. Otherwise only the literals allow them. */
  readonly exact: boolean
}

/** The imports in a text. */
export interface ImportNames {
  /** Modules as written. Over-approximated. */
  readonly imports: readonly string[]
  /** Those that are only re-exported. */
  readonly reExported: readonly string[]
  /** Whether the names do not identify the modules: a Python package may be a folder of modules, and the result of `import()` may be a parameter. */
  readonly isAmbiguous: boolean
}

/** `tsconfig.json` and the like, for `paths`, and `package.json`. */
export interface ProjectConfig {
  readonly path: string
  readonly text: string
}

/**
 * Files that are connected by imports, directly or indirectly, and contain both ends of a flow of some rule. Plain data. Files are identified by
 * their index.
 */
export interface FlowGroup {
  readonly files: readonly GroupFile[]
  /** Rules with both a source and a sink among the files. */
  readonly rules: readonly number[]
}

export interface GroupFile extends FlowCandidate {
  /** Which file of the group each import names. */
  readonly links: readonly (readonly [name: string, file: number])[]
  /** Whether a published package states it as what others import. */
  readonly isPackageEntry: boolean
}

/** Counts the steps of data-flow analysis on a group. */
export interface FlowBudget {
  /** Remaining steps. 0 if more were spent than available. */
  left(): number
  spend(steps: number): void
}

/** Access to the files of a group. */
export interface GroupSource {
  /** Steps for reading and lowering are counted separately. */
  readonly budget: FlowBudget
  /** Maximum number of values in lowered files. Further files are not lowered. */
  readonly mostValues: number
  /** Rules with a source in the file, according to its tree. */
  sourcesIn(file: number): readonly number[]
  /** Rules of which there is a sink. */
  sinksIn(file: number): readonly number[]
  /** Where it passes requests to other files. */
  mountsIn(file: number): readonly Mount[]
  /** Undefined when it cannot be read again as it was. */
  textOf(file: number): string | undefined
  /** Lowers the file with annotations for at least these rules. Called once per file. Undefined if impossible. */
  lower(file: number, rules: ReadonlySet<number>): FlowFile | undefined
}
