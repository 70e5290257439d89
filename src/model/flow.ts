import type { NodeMatcher } from './matcher.ts'
import type { LineIndex, Span } from './position.ts'
import type { FileProgram } from './program.ts'
import type { TraceStep } from './finding.ts'
import type { Confidence, Severity } from './severity.ts'
import type { StringContexts } from './string-context.ts'

/** What a matcher's place means for one rule. */
export interface TaintUse {
  /** Index in `Ruleset.rules`. */
  readonly rule: number
  readonly role: 'source' | 'sink' | 'sanitizer' | 'propagator'
  /** Of a source: the label it gives. Of a sanitizer: the one it takes away, undefined for all. */
  readonly label: string | undefined
  /** Whether these labels are enough; undefined when any is. */
  readonly requires: ((labels: ReadonlySet<string>) => boolean) | undefined
  readonly bySideEffect: boolean
  readonly exact: boolean
  /** Of a sink: fields of an object that count; undefined when all do. */
  readonly fields?: readonly string[]
  /** Of a sanitizer that is a check: which answer of it makes data harmless; undefined when its result is harmless too. */
  readonly when?: boolean
  /** Of a source: its data counts at sinks of its own file alone. */
  readonly sameFileOnly: boolean
  /** Of a source: its data counts where no other file of the scan imports its own but to export it again, tests aside. */
  readonly entryPointOnly: boolean
  /** What findings of a source's data, or at a sink, are: the rule's, or less where the entry says so. */
  readonly severity: Severity
  readonly confidence: Confidence
  /** Of a sink: whether a path that was seen to lie within a folder does harm there like any other. */
  readonly ignoresContained: boolean
  /** Of a sink: the contexts of the string there. */
  readonly contexts: StringContexts
  /** Of a sink: whether data counts that may have been handed on by a call which nobody knows. */
  readonly takesWeak: boolean
  /** Of a propagator: metavariables. */
  readonly from?: string
  readonly to?: string
  /** Of a sink: the metavariable of what data must reach, too. */
  readonly with?: string
  /** Of a sink: what it uses the data as, with an article. */
  readonly usedAs?: string
  appliesTo(path: string): boolean
}

/** What data of a source is called, where its code or the first property that is read of it is one of the names; undefined for any. */
export interface DataName {
  readonly names: readonly string[] | undefined
  /** What a single value is called, such as `request query parameter`; undefined where single values are not named. */
  readonly one: string | undefined
  /** What the data as a whole is called. */
  readonly all: string
}

/** Which parameters of a function a source is: by index, name or all, and which parts of them. */
export interface ParameterSelector {
  readonly which: number | string
  /** Keys; empty for the parameter as a whole. */
  readonly propertyPath: readonly string[]
}

/** A matcher of taint rules, compiled once for all rules that use it. */
export interface TaintMatcher {
  /** Undefined: every function, for sources by decorator. */
  readonly matcher: NodeMatcher | undefined
  /** Arguments that count, by index or keyword; undefined for all. */
  readonly arguments: readonly (number | string)[] | undefined
  /** What was matched is itself the value, also where it is a call: a part of a query, a focus. Else a call stands for what is passed to it. */
  readonly reportsPart: boolean
  /** Whether it is a call of a function of this name, whatever is passed; undefined for other matchers. */
  readonly isCallOf: ((name: string) => boolean) | undefined
  /** Whether it is a call of a function of this name, with nothing said of what is passed but which argument counts; undefined for other matchers. */
  readonly isPlainCallOf: ((name: string) => boolean) | undefined
  readonly parameter: ParameterSelector | undefined
  readonly decorators: readonly ((name: string) => boolean)[]
  /** What its data is called. The first row that applies counts. */
  readonly dataNames: readonly DataName[]
  readonly uses: TaintUse[]
}

/** Code by the metavariables that stand for it; without offsets where it stands in no place of the file, or in another one. */
export type Captures = ReadonlyMap<string, Partial<Span> & { readonly text: string }>

/** Where untrusted data starts in a file. */
export interface SourceSite extends Span {
  /** Values that are tainted; with `callbacks`, values of functions whose parameters are. */
  readonly values: readonly number[]
  readonly callbacks: readonly number[]
  readonly parameter: ParameterSelector | undefined
  readonly propertyPath: readonly string[]
  readonly captures: Captures
  readonly text: string
  readonly dataNames: readonly DataName[]
  /** Weaker than their rules say where not everybody gets there. */
  readonly uses: readonly TaintUse[]
  /** Who gets there, where that is not everybody. */
  readonly access: string | undefined
  /** Names of the functions that it stands in, and of their classes. */
  readonly enclosingNames: readonly string[]
}

export interface SinkSite extends Span {
  /** The call that it is, by its index in the file; -1 for none. */
  readonly call: number
  readonly values: readonly number[]
  /** By the metavariable of uses that say `with`: its values. */
  readonly companions: ReadonlyMap<string, readonly number[]>
  readonly captures: Captures
  readonly text: string
  readonly uses: readonly TaintUse[]
}

export interface SanitizerSite {
  readonly values: readonly number[]
  readonly uses: readonly TaintUse[]
}

export interface PropagatorSite {
  readonly from: number
  readonly to: number
  readonly use: TaintUse
}

/** A lowered file with what rules say of it. Holds no syntax tree. */
export interface FlowFile {
  readonly path: string
  readonly language: string
  readonly lines: LineIndex
  readonly program: FileProgram
  readonly sources: readonly SourceSite[]
  readonly sinks: readonly SinkSite[]
  readonly sanitizers: readonly SanitizerSite[]
  readonly propagators: readonly PropagatorSite[]
  /** Functions that not everybody reaches, where a decorator says who does. */
  readonly guarded: readonly GuardedSpan[]
}

/** Code that is run for some alone. */
export interface GuardedSpan extends Span {
  /** As findings say it: `behind a check of rights`. */
  readonly access: string
}

/** A flow from a source to a sink, before suppressions and order. Offsets are those of the sink's file. */
export interface FlowFinding extends Span {
  readonly file: string
  readonly rule: number
  readonly captures: Captures
  readonly trace: readonly TraceStep[]
  /** Those of its source, or of its sink where that says less. */
  readonly severity: Severity
  readonly confidence: Confidence
  /** Other ways to the same sink. */
  readonly alternatives: number
  /** What brought it about: findings of a rule that share one have one cause. */
  readonly causes: readonly string[]
}

export interface FlowResult {
  readonly findings: readonly FlowFinding[]
  /** Files in which a bound was reached. */
  readonly gaps: readonly { readonly file: string; readonly detail: string }[]
}

/** Where a file hands requests on to what another file has. */
export interface Mount {
  /** What gets them, as the file's names resolve: `files.router`, `app.views.show`. */
  readonly name: string
  /** The code that imports it, where the file says more than by the name: `import files from './files'`, `from . import files`. */
  readonly importStatement: string | undefined
  /** Whether all functions of the other file get them, or the one of this name alone. */
  readonly kind: 'router' | 'handler'
  /** Who reaches it in this way, where that is not everybody. */
  readonly access: string | undefined
}

/** A file that data may flow through, as its text and perhaps its tree tell: plain data. */
export interface FlowCandidate extends ImportNames {
  readonly path: string
  readonly language: string
  /** Id of its dialect. */
  readonly dialect: string
  /** Rules of which it has a source, and a sink: indexes in `Ruleset.rules`. */
  readonly sources: readonly number[]
  readonly sinks: readonly number[]
  /** Whether these were found in the tree; otherwise the literals allow them. */
  readonly exact: boolean
}

/** What a text names in its imports. */
export interface ImportNames {
  /** Modules as they are written. May hold too many. */
  readonly imports: readonly string[]
  /** Those of them that are exported again, and nothing else is done with. */
  readonly reExported: readonly string[]
  /** Whether the names do not tell which modules are meant: a package of Python may be a folder of modules, and what `import()` promises is a parameter. */
  readonly isAmbiguous: boolean
}

/** `tsconfig.json` and the like, for `paths`, and `package.json`. */
export interface ProjectConfig {
  readonly path: string
  readonly text: string
}

/** Files that are linked by imports, directly or not, where some rule has both ends of a flow: plain data. Files are told by their place in the list. */
export interface FlowGroup {
  readonly files: readonly GroupFile[]
  /** Those that have both a source and a sink among the files. */
  readonly rules: readonly number[]
}

export interface GroupFile extends FlowCandidate {
  /** Which file of the group each import names. */
  readonly links: readonly (readonly [name: string, file: number])[]
}

/** Counts what following data through a group takes. */
export interface FlowBudget {
  /** Steps that there still are; none are, too, when more were spent than there were. */
  left(): number
  spend(steps: number): void
}

/** What following data through a group asks of its files. */
export interface GroupSource {
  /** Reading and lowering files is counted where they are read. */
  readonly budget: FlowBudget
  /** Values of the files lowered, after which no more are asked for. */
  readonly mostValues: number
  /** Rules of which there is a source in the file, its tree looked at. */
  sourcesIn(file: number): readonly number[]
  /** Rules of which there is a sink. */
  sinksIn(file: number): readonly number[]
  /** Where it hands requests on to other files. */
  mountsIn(file: number): readonly Mount[]
  /** Undefined when it cannot be read again as it was. */
  textOf(file: number): string | undefined
  /** The file lowered, with what these rules look for at least; asked for once; undefined when that is not possible. */
  lower(file: number, rules: ReadonlySet<number>): FlowFile | undefined
}
