import type { Diagnostic } from '../../../src/index.ts'
import { TextWithCode } from './text-with-code.tsx'

interface ProblemListProps {
  readonly problems: readonly Diagnostic[]
  readonly onChoose: (problem: Diagnostic) => void
}

/** The mistakes of the rule, below its editor. */
export function ProblemList({ problems, onChoose }: ProblemListProps) {
  return (
    <ul id="problems" class="entries" aria-label="Mistakes in the rule" aria-live="polite">
      {problems.map((problem, index) => (
        <li key={index}>
          <button type="button" class="entry problem" onClick={() => onChoose(problem)}>
            <span class="critical">Line {problem.line}</span> <TextWithCode text={problem.message} />
            {problem.hint !== undefined && (
              <span class="quiet">
                {' '}
                Hint: <TextWithCode text={problem.hint} />.
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
