import type { Finding } from '../../src/index.ts'
import type { CodeMark, MarkedPlace } from './editor/code-marks.ts'

/** The marks of the code: every match, the numbered steps of the chosen one, and the chosen node of the tree. */
export function toMarks(findings: readonly Finding[], chosen: number, node: MarkedPlace | undefined): readonly CodeMark[] {
  const trace = findings[chosen]?.trace ?? []
  return [
    ...findings.map((finding, index) => ({ ...placeOf(finding), kind: index === chosen ? 'match chosen' : 'match' })),
    ...(trace.length > 1 ? trace.map((step, index) => ({ ...placeOf(step), kind: `flow ${step.kind}`, badge: index + 1 })) : []),
    ...(node ? [{ ...node, kind: 'node' }] : []),
  ]
}

function placeOf({ line, column, endLine, endColumn }: MarkedPlace): MarkedPlace {
  return { line, column, endLine, endColumn }
}
