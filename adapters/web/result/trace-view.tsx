import { useState } from 'preact/hooks'
import type { TraceStep } from '../../../src/index.ts'
import type { CodeSources } from './code-sources.ts'
import { CodeView } from '../code/code-view.tsx'
import { TextWithCode } from '../text/text-with-code.tsx'

/** The data flow from source to sink, one step at a time. The sink is shown first. */
export function TraceView({ trace, sources }: { readonly trace: readonly TraceStep[]; readonly sources: CodeSources }) {
  const [at, setAt] = useState(trace.length - 1)
  const step = trace[at]
  if (step === undefined) return null
  const numbered = trace.map((each, index) => ({ ...each, number: index + 1 }))
  return (
    <div class="trace" role="group" aria-label="Data flow">
      <ol>
        {trace.map(({ kind, file, line, what }, index) => (
          <li key={index}>
            <button type="button" class="step" aria-current={index === at ? 'step' : undefined} onClick={() => setAt(index)}>
              <span class="badge">{index + 1}</span> <span class="quiet">{kind}</span> <TextWithCode text={what} />{' '}
              <code class="place">
                {file}:{line}
              </code>
            </button>
          </li>
        ))}
      </ol>
      <CodeView place={step} source={sources(step.file)} steps={numbered.filter(({ file }) => file === step.file)} />
      <p class="buttons start">
        <button type="button" class="plain" disabled={at === 0} onClick={() => setAt(at - 1)}>
          Previous step
        </button>
        <button type="button" class="plain" disabled={at === trace.length - 1} onClick={() => setAt(at + 1)}>
          Next step
        </button>{' '}
        <span class="quiet" aria-live="polite">
          Step {at + 1} of {trace.length}
        </span>
      </p>
    </div>
  )
}
