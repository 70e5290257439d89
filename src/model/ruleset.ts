import type { NodeDispatch } from './dispatch.ts'
import type { CodeSyntax, Dialect } from './language.ts'
import type { Mount, TaintMatcher } from './flow.ts'
import type { LiteralNeed } from './literal-need.ts'
import type { NodeMatcher, TextMatcher, ValueMatcher } from './matcher.ts'
import type { PackVersion } from './result.ts'
import type { Span } from './position.ts'
import type { RuleInfo } from './rule-info.ts'
import type { Confidence, Severity } from './severity.ts'
import type { FlatTree, ParseFailure } from './tree.ts'

/** A place where a rule starts, by the kind of place it looks at. */
export type Entry =
  | { readonly kind: 'node'; readonly matcher: NodeMatcher }
  | { readonly kind: 'text'; readonly matcher: TextMatcher }
  | { readonly kind: 'value'; readonly matcher: ValueMatcher }

/** Where a requirement may be met: in the file of the finding, in those of its folder and the folders above, in the files of its package, or in all files of the scan. */
export type RequirementScope = 'file' | 'above' | 'package' | 'project'

/** Another matcher that must hold somewhere in the scope, or nowhere. */
export interface Requirement {
  readonly key: string
  readonly scope: RequirementScope
  readonly absent: boolean
  readonly entries: readonly Entry[]
  readonly need: LiteralNeed
  /** Whether a file is one of those that are asked. */
  asksFile(path: string): boolean
}

/** A rule as it runs on files of one dialect. */
export interface CompiledRule {
  /** Index in `Ruleset.rules`. */
  readonly index: number
  readonly entries: readonly Entry[]
  readonly requirements: readonly Requirement[]
  /** What a file must hold for the rule to report in it. */
  readonly need: LiteralNeed
  appliesTo(path: string): boolean
  /** Where findings are weaker than the rule says. */
  readonly weaker: readonly WeakerPlace[]
  /** What findings that begin at an offset of a file are, where that may be less than the rule says. */
  readonly weighPlace?: (file: { readonly path: string; readonly text: string }, start: number) => FindingWeight | undefined
  /** Of rules about data flow, which have no entries. */
  readonly taint?: FlowNeeds
}

/** A severity and a confidence that findings do not exceed. */
export interface FindingWeight {
  readonly severity: Severity | undefined
  readonly confidence: Confidence | undefined
}

/** What findings are at nodes for which the matcher holds, or within what entries over texts and documents find in the file. */
export interface WeakerPlace extends FindingWeight {
  readonly matcher: NodeMatcher | undefined
  readonly entries: readonly Exclude<Entry, { readonly kind: 'node' }>[]
}

/** What a file must hold for each end of a flow. */
export interface FlowNeeds {
  readonly sources: LiteralNeed
  /** For sources whose data counts in its own file alone. */
  readonly ownSources: LiteralNeed
  readonly sinks: LiteralNeed
}

/** Who reaches the nodes for which the matcher holds. */
export interface AccessRow {
  readonly matcher: NodeMatcher
  readonly says: string
}

/** Code that hands requests on to what a metavariable of the matcher stands for. */
export interface MountRow {
  readonly matcher: NodeMatcher
  readonly kind: Mount['kind']
  readonly metavariable: string
  /** Who reaches that in this way, where it is not everybody. */
  readonly says: string | undefined
}

/** All taint matchers for files of one dialect. Entries of the dispatch count by index in `places`. */
export interface TaintRules {
  readonly matchers: readonly TaintMatcher[]
  readonly dispatch: NodeDispatch
  /** Code that not everybody reaches, of which there may be some in the text: what begins there is less severe. */
  accessFor(text: string): readonly AccessRow[]
  /** Those of the code that hands requests on to other files whose needs the text meets. */
  mountsFor(text: string): readonly MountRow[]
  /** Places whose literals the text holds, ascending. May name too many, never too few. */
  candidates(text: string): readonly number[]
  /** The matchers of the dispatch whose needs the text meets, likewise: of a place with many branches most often one. */
  matchersFor(text: string): ReadonlySet<NodeMatcher>
}

/** All rules of a ruleset that can apply to files of one dialect. */
export interface DialectRules {
  readonly dialect: Dialect
  readonly code: { readonly syntax: CodeSyntax; parse(text: string): FlatTree | ParseFailure } | undefined
  readonly rules: readonly CompiledRule[]
  readonly dispatch: NodeDispatch
  /** Requirements over packages and the project, to be looked for in every file that meets their need. */
  readonly wideRequirements: readonly WideRequirement[]
  /** Matchers of rules about data flow. */
  readonly taint: TaintRules
  /**
   * Which rules the text may have a source of, and a sink: indexes in `rules`, ascending. A source whose data counts in its own file alone is none without a sink.
   */
  flowCandidates(text: string): { readonly sources: readonly number[]; readonly sinks: readonly number[] }
  /**
   * Which rules and wide requirements the text meets the needs of, ascending. May name too many, never too few.
   * Requirements count on from the last rule.
   */
  candidates(text: string): readonly number[]
  /** The matchers of entries, those of wide requirements too, that can hold in a file: the text meets their needs, and the path is one they ask for. Of a rule with many it is most often one. */
  matchersFor(text: string, path: string): ReadonlySet<Entry['matcher']>
}

/** What other files may meet for a rule. */
export interface WideRequirement {
  /** The same in every dialect: rule index and position. */
  readonly key: string
  readonly requirement: Requirement
}

/** What a rule asks of files beside that of its finding. */
export interface WideDemand {
  /** That of `WideRequirement`. */
  readonly key: string
  readonly scope: Exclude<RequirementScope, 'file'>
  readonly absent: boolean
  /** Where it asks for files alone, and not for what they hold: which ones. */
  readonly isFile: ((path: string) => boolean) | undefined
}

/** A change of what a metavariable stands for. */
export interface AutofixEdit {
  readonly at: string
  readonly text: string
  /** Which part of its text is changed; undefined where there is none. Without it all of the text is. */
  readonly find?: (text: string) => Span | undefined
}

/** What is said of a rule and its findings, whatever the dialect. */
export interface RuleDetail {
  readonly info: RuleInfo
  /** Requirements over packages and the project, in any dialect. */
  readonly wideRequirements: readonly WideDemand[]
  /** Ids of rules that say more of the same code, and globs over ids, which never name the rule itself. */
  readonly yieldsTo: readonly string[]
  /** Of a way through several of its sinks only the last is reported. */
  readonly lastOnly: boolean
  /** With `$X`, or undefined to say the description. */
  readonly message: string | undefined
  /** With `$X`: findings for which it is the same have one cause. */
  readonly oneCause: string | undefined
  readonly autofix: { readonly replace?: string; readonly edits?: readonly AutofixEdit[] } | undefined
}

/** Immutable. Rules are compiled for a dialect, and its grammar loaded, when the first file of it comes. */
export interface Ruleset {
  readonly rules: readonly RuleDetail[]
  readonly packs: readonly PackVersion[]
  forDialect(dialect: Dialect): Promise<DialectRules>
}
