import type { CompileFault } from '../matchers/node-compiler.ts'
import type { MatcherCompiler } from '../matchers/compile-matchers.ts'
import { needAll, needSome, NOTHING } from '../model/literal-need.ts'
import type { LoadedRule, SpecPositions } from '../model/rule-pack.ts'
import type { RequirementSpec, RuleSpec } from '../model/rule-spec.ts'
import type { CompiledRule, Entry, Requirement, RuleDetail } from '../model/ruleset.ts'
import { plainPath } from '../engines/regex/compile-path-glob.ts'
import { compilePathGlobs } from '../matchers/compile-path-globs.ts'
import { compilePaths, type ReadPath } from './compile-paths.ts'
import type { TaintCompiler } from './compile-taint.ts'
import { weighSecret } from './weigh-secret.ts'

/** The compilers for rules of one dialect. */
export interface RuleCompilers {
  readonly compiler: MatcherCompiler
  readonly taintCompiler: TaintCompiler
  readonly readPath: (path: string) => ReadPath
  report(positions: SpecPositions, fault: CompileFault): void
}

/** Compiles one rule for the dialect of the compilers. The result has no entries if the rule does not apply to the dialect. */
export function compileRule(rule: LoadedRule, index: number, { compiler, taintCompiler, readPath, report }: RuleCompilers): CompiledRule {
  const { spec, positions } = rule
  const appliesTo = compilePaths(spec, (fault) => report(positions, fault), readPath)
  const taint = spec.taint === undefined ? undefined : taintCompiler.add(rule, index, appliesTo)
  const entries = spec.match === undefined ? [] : compiler.entriesOf(spec.match, ['match'], positions)
  const requirements = (spec.requires ?? []).map((requirement, position) =>
    compileRequirement(requirement, {
      key: requirementKey(index, position),
      asksFile: compileFiles(requirement, position, (fault) => report(positions, fault)),
      entriesOf: (matcher, key) => compiler.entriesOf(matcher, ['requires', position, key], positions),
    }),
  )
  const weighPlace = weighSecret(spec)
  const inFile = requirements.filter((requirement) => requirement.scope === 'file' && !requirement.absent)
  return {
    index,
    entries,
    requirements,
    // The needs of source and sink select files for data flow.
    need:
      taint !== undefined
        ? NOTHING
        : needAll([needSome(entries.map((entry) => entry.matcher.need)), ...inFile.map((requirement) => requirement.need)]),
    appliesTo,
    weaker: (spec.weaker ?? []).map(({ when, severity, confidence }, position) => {
      const path = ['weaker', position, 'when']
      const matcher = compiler.nodeMatcher(when, path, positions)
      const findsNodesOnly = matcher !== undefined && entries.length > 0 && entries.every(({ kind }) => kind === 'node')
      const around = findsNodesOnly ? [] : compiler.entriesOf(when, path, positions).filter((entry) => entry.kind !== 'node')
      return { matcher, entries: around, severity, confidence }
    }),
    ...(weighPlace === undefined ? {} : { weighPlace }),
    ...(taint === undefined ? {} : { taint }),
  }
}

/** Whether other files may meet the requirement. */
export function isWide({ scope }: Pick<RequirementSpec, 'scope'>): boolean {
  return scope !== 'file'
}

/** The package or project requirements of a rule that files of another dialect may meet: with their text or documents, not with code. */
export function compileForeignRequirements({ spec, positions }: LoadedRule, index: number, compiler: MatcherCompiler): readonly Requirement[] {
  return (spec.requires ?? []).flatMap((requirement, position) => {
    if (!isWide(requirement)) return []
    const compiled = compileRequirement(requirement, {
      key: requirementKey(index, position),
      asksFile: compileFiles(requirement, position, () => {}),
      entriesOf: (matcher, key) => compiler.entriesOf(matcher, ['requires', position, key], positions).filter(({ kind }) => kind !== 'node'),
    })
    return compiled.entries.length === 0 ? [] : [compiled]
  })
}

/** Names a requirement in every dialect alike. */
function requirementKey(rule: number, position: number): string {
  return `${rule}/${position}`
}

/** The requirements of a rule that other files may meet. */
export function wideRequirementsOf({ requires = [] }: RuleSpec, index: number): RuleDetail['wideRequirements'] {
  return requires.flatMap((requirement, position) => {
    const { scope, match, present } = requirement
    if (scope === 'file') return []
    const isFile = present === undefined ? undefined : compileFiles(requirement, position, () => {})
    return [{ key: requirementKey(index, position), scope, absent: match === undefined && present !== true, isFile }]
  })
}

/** The files that a requirement reads. `position` is its index among the rule's requirements. */
function compileFiles({ files }: RequirementSpec, position: number, report: (fault: CompileFault) => void): (path: string) => boolean {
  if (files === undefined) return () => true
  const globs = compilePathGlobs(files, ['requires', position, 'files'], report)
  return (path) => {
    const plain = plainPath(path)
    return globs.some((matches) => matches(plain))
  }
}

interface RequirementCompiler extends Pick<Requirement, 'key' | 'asksFile'> {
  entriesOf(matcher: NonNullable<RequirementSpec['match']>, key: 'match' | 'absent'): readonly Entry[]
}

function compileRequirement({ scope, match, absent }: RequirementSpec, { key, asksFile, entriesOf }: RequirementCompiler): Requirement {
  const entries = match !== undefined ? entriesOf(match, 'match') : absent !== undefined ? entriesOf(absent, 'absent') : []
  return { key, scope, absent: match === undefined, entries, need: needSome(entries.map((entry) => entry.matcher.need)), asksFile }
}
