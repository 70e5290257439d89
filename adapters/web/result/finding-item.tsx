import { useState } from 'preact/hooks'
import { describeFinding, describeTriage, type Finding } from '../../../src/index.ts'
import type { CodeSources } from './code-sources.ts'
import { CodeView } from '../code/code-view.tsx'
import { TextWithCode } from '../text/text-with-code.tsx'
import { TraceView } from './trace-view.tsx'

interface FindingItemProps {
  readonly finding: Finding
  readonly sources: CodeSources
}

/** One finding: its place, its code, its data flow and its fix. */
export function FindingItem({ finding, sources }: FindingItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { severity, title, file, line, column } = finding
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`severity ${severity}`}>{severity}</span> {title}{' '}
          <code class="place">
            {file}:{line}:{column}
          </code>
        </summary>
        {isOpen && <FindingDetails finding={finding} sources={sources} />}
      </details>
    </li>
  )
}

function FindingDetails({ finding, sources }: FindingItemProps) {
  const { rule, file, cwe, confidence, trace = [], fix, triage } = finding
  const source = sources(file)
  return (
    <>
      <p>
        <a href={`/rules/${rule}`}>{rule}</a>
        {cwe.map((id) => ` · ${id}`)} · confidence {confidence}
      </p>
      <p>
        <TextWithCode text={describeFinding(finding, source)} />
      </p>
      {trace.length > 1 ? <TraceView trace={trace} sources={sources} /> : <CodeView place={finding} source={source} />}
      {fix !== undefined && (
        <p>
          <strong>Fix: </strong>
          <TextWithCode text={fix} />
        </p>
      )}
      {triage !== undefined && <p>{describeTriage(triage)}</p>}
    </>
  )
}
