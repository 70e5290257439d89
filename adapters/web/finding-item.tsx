import { useState } from 'preact/hooks'
import type { Finding } from '../../src/index.ts'
import { CodeView } from './code-view.tsx'
import type { TextFile } from './send-upload.ts'
import { TextWithCode } from './text-with-code.tsx'
import { TraceView } from './trace-view.tsx'

/** Categories whose findings may stand in a line with a secret, which is not shown again. */
const OF_SECRETS: readonly string[] = ['secrets', 'crypto', 'exposure']

interface FindingItemProps {
  readonly finding: Finding
  readonly files: readonly TextFile[]
  readonly onRule: (id: string) => void
}

/** One finding: its place, its code, the way of the data, and how to mend it. */
export function FindingItem({ finding, files, onRule }: FindingItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { severity, title, file, line, column, rule, cwe, trace = [], category } = finding
  const isShown = !OF_SECRETS.includes(category)
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`severity ${severity}`}>{severity}</span> {title}{' '}
          <code class="place">
            {file}:{line}:{column}
          </code>
        </summary>
        {isOpen && (
          <>
            <p>
              <a
                href={`/rules/${rule}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  onRule(rule)
                }}
              >
                {rule}
              </a>
              {cwe.map((id) => ` · ${id}`)} · confidence {finding.confidence}
            </p>
            <p>
              <TextWithCode text={finding.description} />
            </p>
            {isShown && trace.length > 1 ? <TraceView trace={trace} files={files} /> : isShown && <CodeView place={finding} files={files} />}
            {finding.fix !== undefined && (
              <p>
                <strong>Fix: </strong>
                <TextWithCode text={finding.fix} />
              </p>
            )}
          </>
        )}
      </details>
    </li>
  )
}
