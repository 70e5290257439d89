import type { SyntaxNode } from '../../../src/index.ts'
import type { MarkedPlace } from '../editor/code-marks.ts'
import type { EngineAnswer } from '../engine/messages.ts'
import { ExplainView } from './explain-view.tsx'
import { MatchList } from './match-list.tsx'
import { TreeList } from './tree-list.tsx'

const TABS = ['matches', 'explain', 'tree'] as const
export type Tab = (typeof TABS)[number]

interface ResultPanelProps {
  readonly answer: EngineAnswer | undefined
  readonly failure: string
  readonly took: number
  readonly tab: Tab
  readonly chosen: number
  readonly cursor: { readonly line: number; readonly column: number }
  /** The line that is explained, or undefined for the whole file. */
  readonly explainedLine: number | undefined
  readonly onTab: (tab: Tab) => void
  readonly onExplainLine: (isOnlyLine: boolean) => void
  readonly onPlace: (place: MarkedPlace) => void
  readonly onFinding: (index: number, place: MarkedPlace) => void
  readonly onNode: (node: SyntaxNode) => void
}

/** What the engine says: the matches, why there are or are none, or the syntax tree. */
export function ResultPanel(props: ResultPanelProps) {
  const { answer, failure, took, tab, chosen, cursor, onTab, onFinding, onNode } = props
  return (
    <section class="pane result" aria-labelledby="result-title">
      <h2 id="result-title">Result</h2>
      <p id="summary" class="summary" role="status">
        {failure === '' ? sayResult(answer) : failure}
        {answer !== undefined && failure === '' && <span class="quiet took"> {took.toFixed(0)} ms</span>}
      </p>
      <Tabs tab={tab} onTab={onTab} />
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={tab === 'tree' ? undefined : 0}>
        {tab === 'matches' && answer !== undefined && (
          <MatchList findings={answer.findings} notes={answer.notes} hasProblems={answer.problems.length > 0} chosen={chosen} onChoose={onFinding} />
        )}
        {tab === 'explain' && answer !== undefined && (
          <ExplainView
            explanation={answer.explanation}
            hasProblems={answer.problems.length > 0}
            line={props.explainedLine}
            cursorLine={cursor.line}
            onLine={props.onExplainLine}
            onChoose={props.onPlace}
          />
        )}
        {tab === 'tree' && <TreeList syntax={answer?.syntax} cursor={cursor} onChoose={onNode} />}
      </div>
    </section>
  )
}

/** Arrow keys move between tabs, as the pattern for tabs says. */
function Tabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  return (
    <div class="tabs" role="tablist" aria-label="Result">
      {TABS.map((each, index) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`tab-${each}`}
          class="tab"
          aria-selected={each === tab}
          aria-controls="panel"
          tabIndex={each === tab ? 0 : -1}
          onClick={() => onTab(each)}
          onKeyDown={({ key }) => {
            const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
            const next = TABS[(index + step + TABS.length) % TABS.length]
            if (step === 0 || next === undefined) return
            onTab(next)
            document.getElementById(`tab-${next}`)?.focus()
          }}
        >
          {each}
        </button>
      ))}
    </div>
  )
}

function sayResult(answer: EngineAnswer | undefined): string {
  if (answer === undefined) return 'Loading the engine…'
  const { problems, findings } = answer
  if (problems.length > 0) return `${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'} in the rule`
  return findings.length === 0 ? 'No matches' : `${findings.length} ${findings.length === 1 ? 'match' : 'matches'}`
}
