import type { NodeDispatch } from './dispatch.ts'
import type { CodeSyntax, Dialect } from './language.ts'
import type { Mount, TaintMatcher, TaintUse } from './flow.ts'
import type { LiteralNeed } from './literal-need.ts'
import type { NodeMatcher, TextMatcher, ValueMatcher } from './matcher.ts'
import type { PackVersion } from './result.ts'
import type { Span } from './position.ts'
import type { RuleInfo } from './rule-info.ts'
import type { Confidence, Severity } from './severity.ts'
import type { FlatTree, ParseFailure } from './tree.ts'

/** The start of a rule, by the kind of its subject. */
export type Entry =
  | { readonly kind: 'node'; readonly matcher: NodeMatcher }
  | { readonly kind: 'text'; readonly matcher: TextMatcher }
  | { readonly kind: 'value'; readonly matcher: ValueMatcher }

/** Where a requirement may be met: in the file of the finding, in its folder and the folders above, in its package, or in all files of the scan. */
export type RequirementScope = 'file' | 'above' | 'package' | 'project'

/** A matcher that must hold somewhere in the scope, or nowhere. */
export interface Requirement {
  readonly key: string
  readonly scope: RequirementScope
  readonly absent: boolean
  readonly entries: readonly Entry[]
  readonly need: LiteralNeed
  /** Whether a file is tested. */
  asksFile(path: string): boolean
}

/** A compiled rule for files of one dialect. */
export interface CompiledRule {
  /** Index in `Ruleset.rules`. */
  readonly index: number
  readonly entries: readonly Entry[]
  readonly requirements: readonly Requirement[]
  /** The literals that a file needs for a finding of the rule. */
  readonly need: LiteralNeed
  appliesTo(path: string): boolean
  /** Matches with a lower severity or confidence. */
  readonly weaker: readonly WeakerPlace[]
  /** The severity and confidence of findings at an offset of a file, if they may be lower than the rule's. */
  readonly weighPlace?: (file: { readonly path: string; readonly text: string }, start: number) => FindingWeight | undefined
  /** For rules about data flow, which have no entries. */
  readonly taint?: FlowNeeds
}

/** A severity and a confidence that findings do not exceed. */
export interface FindingWeight {
  readonly severity: Severity | undefined
  readonly confidence: Confidence | undefined
}

/** Severity and confidence of findings at nodes where the matcher holds, or within the ranges that entries over texts and documents find. */
export interface WeakerPlace extends FindingWeight {
  readonly matcher: NodeMatcher | undefined
  readonly entries: readonly Exclude<Entry, { readonly kind: 'node' }>[]
}

/** The literals that a file needs for each end of a flow. */
export interface FlowNeeds {
  readonly sources: LiteralNeed
  /** For sources whose data counts only in its own file. */
  readonly ownSources: LiteralNeed
  readonly sinks: LiteralNeed
}

/** Who has access to the nodes where the matcher holds. */
export interface AccessRow {
  readonly matcher: NodeMatcher
  readonly says: string
}

/** Code that passes requests to the value of a metavariable. */
export interface MountRow {
  readonly matcher: NodeMatcher
  readonly kind: Mount['kind']
  readonly metavariable: string
  /** Who has access by it, if access is restricted. */
  readonly says: string | undefined
}

/** All taint matchers for files of one dialect. Entries of the dispatch refer to indexes of `places`. */
export interface TaintRules {
  readonly matchers: readonly TaintMatcher[]
  /** By `TaintUse.number`. */
  readonly uses: readonly TaintUse[]
  readonly dispatch: NodeDispatch
  /** Matchers of code with restricted access that the text may contain. Findings that begin there are less severe. */
  accessFor(text: string): readonly AccessRow[]
  /** Matchers of code that passes requests to other files, whose needs the text meets. */
  mountsFor(text: string): readonly MountRow[]
  /** Places whose literals the text contains, ascending. Over-approximates. */
  candidates(text: string): readonly number[]
  /** The matchers of the dispatch whose needs the text meets. Over-approximates. For a place with many branches it is usually one. */
  matchersFor(text: string): ReadonlySet<NodeMatcher>
}

/** All rules of a ruleset for files of one dialect. */
export interface DialectRules {
  readonly dialect: Dialect
  readonly code: { readonly syntax: CodeSyntax; parse(text: string): FlatTree | ParseFailure } | undefined
  readonly rules: readonly CompiledRule[]
  readonly dispatch: NodeDispatch
  /** Requirements on packages and the project, which are tested in every file that meets their need. */
  readonly wideRequirements: readonly WideRequirement[]
  /** Matchers of rules about data flow. */
  readonly taint: TaintRules
  /**
   * Indexes in `rules` (ascending) of rules for which the text may have a source, and a sink. A source whose data counts only in its own file needs a
   * sink.
   */
  flowCandidates(text: string): { readonly sources: readonly number[]; readonly sinks: readonly number[] }
  /** Rules and wide requirements whose needs the text meets, ascending. Over-approximates. Requirements have indexes after the last rule. */
  candidates(text: string): readonly number[]
  /**
   * The matchers of entries, including those of wide requirements, that can hold in a file: the text meets their needs, and the path matches. For a
   * rule with many it is usually one.
   */
  matchersFor(text: string, path: string): ReadonlySet<Entry['matcher']>
}

/** A requirement of a rule that other files may meet. */
export interface WideRequirement {
  /** The same in every dialect: rule index and position. */
  readonly key: string
  readonly requirement: Requirement
}

/** A condition of a rule on other files than that of its finding. */
export interface WideDemand {
  /** That of `WideRequirement`. */
  readonly key: string
  readonly scope: Exclude<RequirementScope, 'file'>
  readonly absent: boolean
  /** Set if only the existence of a file matters: tests its path. */
  readonly isFile: ((path: string) => boolean) | undefined
}

/** A replacement of the code of a metavariable. */
export interface AutofixEdit {
  readonly at: string
  readonly text: string
  /** Selects the part of the text to replace, or undefined if there is none. Absent to replace all of it. */
  readonly find?: (text: string) => Span | undefined
}

/** The texts of a rule, independent of the dialect. */
export interface RuleDetail {
  readonly info: RuleInfo
  /** Requirements over packages and the project, in any dialect. */
  readonly wideRequirements: readonly WideDemand[]
  /** Ids of rules that take precedence at the same code, and globs over ids, which never match the rule itself. */
  readonly yieldsTo: readonly string[]
  /** True to report only the last of several sinks on a path. */
  readonly lastOnly: boolean
  /** With `$X`. Undefined to use the description. */
  readonly message: string | undefined
  /** With `$X`. Findings with the same text have the same cause. */
  readonly oneCause: string | undefined
  readonly autofix: { readonly replace?: string; readonly edits?: readonly AutofixEdit[] } | undefined
}

/** Immutable. The rules of a dialect are compiled, and its grammar loaded, when its first file comes. */
export interface Ruleset {
  readonly rules: readonly RuleDetail[]
  readonly packs: readonly PackVersion[]
  forDialect(dialect: Dialect): Promise<DialectRules>
}
