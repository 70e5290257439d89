import { type AnyTaintSpec } from './compile/compile-taint-use.ts'
import { matcherKeys } from './compile/taint-places.ts'
import { explainNodes, type RankedCandidate } from './explain/explain-nodes.ts'
import { explainPlaces } from './explain/explain-places.ts'
import { createNodeScope } from './explain/node-scope.ts'
import { labelOf, type WrittenMatcher } from './explain/written-clause.ts'
import type { ExplainedFiles } from './explained-files.ts'
import type { MatcherSpec } from './model/rule-spec.ts'
import { runEntry } from './scan/match/run-entry.ts'

/** Tries the matcher of a rule at every candidate of the file, or of a line. The nearest first. */
export function explainMatch(files: ExplainedFiles, line: number | undefined): readonly RankedCandidate[] {
  const { spec, positions } = files.rule
  return spec.match === undefined ? [] : explainWritten(files, { spec: spec.match, path: ['match'], positions, label: 'match' }, line)
}

/** Tries the sources and sinks of a rule on a line, without what only data flow knows. */
export function explainEnds(files: ExplainedFiles, line: number): readonly RankedCandidate[] {
  const { spec, positions } = files.rule
  const { taint } = spec
  if (taint === undefined) return []
  const ends = (['sinks', 'sources'] as const).flatMap((role) =>
    taint[role].map(
      (entry, index): WrittenMatcher => ({
        spec: withoutOptions(entry),
        path: ['taint', role, index],
        positions,
        label: labelOf('taint', role, index),
      }),
    ),
  )
  return ends
    .flatMap((written) => explainWritten(files, written, line))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
}

function withoutOptions(entry: AnyTaintSpec): MatcherSpec {
  const keys = new Set(matcherKeys(entry))
  return Object.fromEntries(Object.entries(entry).filter(([key]) => keys.has(key)))
}

function explainWritten(files: ExplainedFiles, written: WrittenMatcher, line: number | undefined): readonly RankedCandidate[] {
  const { nodes, grammar, compiler, context, shared, language } = files
  const ofNodes =
    nodes === undefined || grammar === undefined || compiler.nodeMatcher(written.spec, written.path, written.positions) === undefined
      ? []
      : compiler.entriesOf(written.spec, written.path, written.positions).some(({ kind }) => kind === 'node')
        ? explainNodes(createNodeScope(compiler, { context: nodes, grammar, language, shared }), written, line)
        : []
  const run = explainPlaces(
    {
      context,
      compiler,
      shared,
      run: (entry, accept) => {
        if (entry.kind !== 'node') runEntry(entry, context, accept)
      },
    },
    written,
    line,
  )
  return [...ofNodes, ...run].toSorted((left, right) => right.score - left.score || left.reported.start - right.reported.start)
}
