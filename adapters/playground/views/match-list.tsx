import type { Finding, TraceStep } from '../../../src/index.ts'
import type { MarkedPlace } from '../editor/code-marks.ts'
import { TextWithCode } from './text-with-code.tsx'

interface MatchListProps {
  readonly findings: readonly Finding[]
  readonly notes: readonly string[]
  readonly hasProblems: boolean
  /** Index of the finding whose trace the code shows. */
  readonly chosen: number
  readonly onChoose: (index: number, place: MarkedPlace) => void
}

/** The matches of the rule. The chosen one shows its data-flow path. */
export function MatchList({ findings, notes, hasProblems, chosen, onChoose }: MatchListProps) {
  return (
    <>
      {notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
      {findings.length === 0 && (
        <p class="quiet">
          {hasProblems
            ? 'The rule has mistakes. They are marked in the rule.'
            : 'Nothing matches. Change the rule or the code, or open the tab Explain to see how far the rule gets.'}
        </p>
      )}
      <ol id="matches" class="entries">
        {findings.map((finding, index) => (
          <li key={`${finding.id}-${index}`}>
            <button type="button" class="entry" aria-current={index === chosen ? 'true' : undefined} onClick={() => onChoose(index, finding)}>
              <span class={`severity ${finding.severity}`}>{finding.severity}</span> Line {finding.line}: <TextWithCode text={finding.description} />
            </button>
            {index === chosen && (finding.trace?.length ?? 0) > 1 && <Trace trace={finding.trace ?? []} onChoose={(step) => onChoose(index, step)} />}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The steps of the data, numbered as in the code. */
function Trace({ trace, onChoose }: { readonly trace: readonly TraceStep[]; readonly onChoose: (step: TraceStep) => void }) {
  return (
    <ol class="trace-steps" aria-label="Data flow">
      {trace.map((step, index) => (
        <li key={index}>
          <button type="button" class="entry step" onClick={() => onChoose(step)}>
            <span class="number">{index + 1}</span> <span class="quiet">{step.kind}</span> <TextWithCode text={step.what} />{' '}
            <span class="quiet">line {step.line}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
