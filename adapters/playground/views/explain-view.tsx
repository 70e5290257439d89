import type { CodePlace, ExplainedCandidate, ExplainedClause, ExplainedMatch, ExplainedReason, Explanation, FlowLoss } from '../../../src/index.ts'
import type { MarkedPlace } from '../editor/code-marks.ts'
import { TextWithCode } from './text-with-code.tsx'

interface ExplainViewProps {
  readonly explanation: Explanation | undefined
  readonly hasProblems: boolean
  /** The line that is explained, or undefined for the whole file. */
  readonly line: number | undefined
  /** The line of the cursor. */
  readonly cursorLine: number
  readonly onLine: (isOnlyLine: boolean) => void
  readonly onChoose: (place: MarkedPlace) => void
}

type Choose = (place: MarkedPlace) => void

/** Why the rule matches or does not match: which clause bound what, how far each candidate got, and where data is lost. */
export function ExplainView({ explanation, hasProblems, line, cursorLine, onLine, onChoose }: ExplainViewProps) {
  return (
    <div id="explanation" class="explanation">
      <p>
        <label>
          <input id="only-line" type="checkbox" checked={line !== undefined} onChange={({ currentTarget }) => onLine(currentTarget.checked)} /> Only
          line {cursorLine}, where the cursor is
        </label>
      </p>
      {hasProblems && <p class="quiet">The rule has mistakes. Correct them first.</p>}
      {!hasProblems && explanation !== undefined && <Content explanation={explanation} onChoose={onChoose} />}
    </div>
  )
}

function Content({ explanation, onChoose }: { readonly explanation: Explanation; readonly onChoose: Choose }) {
  return (
    <>
      {explanation.kind !== 'fired' && <Reason reason={explanation.reason} onChoose={onChoose} />}
      {'matches' in explanation && explanation.matches.map((match, index) => <Match key={index} match={match} onChoose={onChoose} />)}
      {'sources' in explanation && (
        <Ends
          ends={[
            ...explanation.sources.map((end) => ({ ...end, what: 'Source', isMet: end.reaches })),
            ...explanation.sinks.map((end) => ({ ...end, what: 'Sink', isMet: end.reached })),
          ]}
          onChoose={onChoose}
        />
      )}
      {'candidates' in explanation && explanation.candidates.length > 0 && <Candidates candidates={explanation.candidates} onChoose={onChoose} />}
      {'omitted' in explanation && explanation.omitted > 0 && <p class="quiet">{explanation.omitted} more are not listed.</p>}
      {explanation.notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </>
  )
}

function Reason({ reason, onChoose }: { readonly reason: ExplainedReason | FlowLoss; readonly onChoose: Choose }) {
  return (
    <p class="reason">
      <TextWithCode text={reason.message} />
      {'term' in reason && <span class="quiet"> ({reason.term})</span>}
      {reason.clause !== undefined && (
        <span class="quiet">
          {' '}
          Clause <code>{reason.clause}</code>.
        </span>
      )}
      {reason.place !== undefined && <Place place={reason.place} onChoose={onChoose} />}
    </p>
  )
}

function Match({ match: { place, clauses, trace }, onChoose }: { readonly match: ExplainedMatch; readonly onChoose: Choose }) {
  return (
    <section class="explained">
      <p>
        <strong>Matches</strong> <Place place={place} onChoose={onChoose} />
      </p>
      <Clauses clauses={clauses} onChoose={onChoose} />
      {trace.length > 1 && (
        <ol class="steps">
          {trace.map((step, index) => (
            <li key={index}>
              <button type="button" class="entry" onClick={() => onChoose(step)}>
                <span class="quiet">{step.kind}</span> <TextWithCode text={step.what} /> <span class="quiet">line {step.line}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Candidates({ candidates, onChoose }: { readonly candidates: readonly ExplainedCandidate[]; readonly onChoose: Choose }) {
  return (
    <>
      <h3>Code that does not match, the nearest first</h3>
      {candidates.map(({ place, clauses, reason }, index) => (
        <section class="explained" key={index}>
          <p>
            <Place place={place} onChoose={onChoose} />
          </p>
          <Clauses clauses={clauses} onChoose={onChoose} />
          {reason !== undefined && <Reason reason={reason} onChoose={onChoose} />}
        </section>
      ))}
    </>
  )
}

/** The clauses in the order in which they were tested, and what they bound. */
function Clauses({ clauses, onChoose }: { readonly clauses: readonly ExplainedClause[]; readonly onChoose: Choose }) {
  return (
    <ul class="clauses">
      {clauses.map(({ clause, written, holds, place, bindings, message }, index) => (
        <li key={index} class={holds ? 'holds' : 'fails'}>
          <span class="verdict-word">{holds ? 'holds' : 'fails'}</span>{' '}
          <code>
            {clause}: {written}
          </code>
          {place !== undefined && <Place place={place} onChoose={onChoose} />}
          {bindings.map(({ name, text, constant }) => (
            <div class="binding" key={name}>
              <code>{name}</code> = <code>{text}</code>
              {constant !== undefined && <span class="quiet"> constant {JSON.stringify(constant)}</span>}
            </div>
          ))}
          {message !== undefined && (
            <div>
              <TextWithCode text={message} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A source or a sink of data flow. */
interface End {
  readonly what: string
  readonly place: CodePlace
  readonly isMet: boolean
  readonly steps?: readonly { readonly place: CodePlace; readonly what: string }[]
  readonly loss?: FlowLoss
}

function Ends({ ends, onChoose }: { readonly ends: readonly End[]; readonly onChoose: Choose }) {
  return (
    <>
      {ends.map(({ what, place, isMet, steps = [], loss }, index) => (
        <section class="explained" key={index}>
          <p>
            <strong>{what}</strong> <Place place={place} onChoose={onChoose} />
            {isMet && <span class="quiet"> Data flows.</span>}
          </p>
          <ol class="steps">
            {steps.map((step, number) => (
              <li key={number}>
                <TextWithCode text={step.what} /> <Place place={step.place} onChoose={onChoose} />
              </li>
            ))}
          </ol>
          {loss !== undefined && <Reason reason={loss} onChoose={onChoose} />}
        </section>
      ))}
    </>
  )
}

function Place({ place, onChoose }: { readonly place: CodePlace; readonly onChoose: Choose }) {
  return (
    <button type="button" class="place-link" onClick={() => onChoose(place)}>
      line {place.line}: <code>{place.text}</code>
    </button>
  )
}
