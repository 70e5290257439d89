import { type Diagnostic as Marker, lintGutter, setDiagnostics } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Diagnostic } from '../../../src/index.ts'

/** Shows the mistakes of a rule beside their lines. */
export const ruleProblems: Extension = lintGutter()

export function showProblems(view: EditorView, problems: readonly Diagnostic[]): void {
  const { doc } = view.state
  const markers = problems.map((problem): Marker => {
    const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines))
    const from = Math.min(line.from + problem.column - 1, line.to)
    const word = /^[^\s,:{}[\]]+/.exec(doc.sliceString(from, line.to))?.[0] ?? ''
    const message = problem.hint === undefined ? problem.message : `${problem.message} Hint: ${problem.hint}.`
    return { from, to: Math.max(from + word.length, Math.min(from + 1, line.to)), severity: 'error', source: problem.code, message }
  })
  view.dispatch(setDiagnostics(view.state, markers))
}
