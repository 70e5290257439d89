import { useState } from 'preact/hooks'
import { SEVERITIES, type Finding } from '../../../src/index.ts'
import type { CodeSources } from './code-sources.ts'
import { FindingItem } from './finding-item.tsx'
import { count } from '../text/words.ts'

const GROUPS = ['severity', 'file', 'rule'] as const
type Grouping = (typeof GROUPS)[number]

/** Findings per page. Thousands at once would block the browser for seconds. */
const PAGE = 100

interface FindingListProps {
  readonly findings: readonly Finding[]
  readonly sources: CodeSources
}

/** Findings in groups, with a search and filters. */
export function FindingList({ findings, sources }: FindingListProps) {
  const [grouping, setGrouping] = useState<Grouping>('severity')
  const [text, setText] = useState('')
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [most, setMost] = useState(PAGE)
  const kept = findings.filter((finding) => !hidden.includes(finding.severity) && holds(finding, text))
  return (
    <section aria-labelledby="findings-title" onKeyDown={moveBetweenFindings}>
      <h3 id="findings-title">Findings</h3>
      <p class="quiet keys-hint">Arrow keys go from finding to finding, Enter opens one, and / goes to the search.</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <p>
          <label for="group">Group by</label>{' '}
          <select
            id="group"
            value={grouping}
            onChange={({ currentTarget }) => setGrouping(GROUPS.find((each) => each === currentTarget.value) ?? 'severity')}
          >
            {GROUPS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label for="filter">Search</label>{' '}
          <input id="filter" type="search" placeholder="file, rule or words" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </p>
        <fieldset>
          <legend class="quiet">Severities</legend>
          {SEVERITIES.map((severity) => (
            <label key={severity}>
              <input
                type="checkbox"
                id={`show-${severity}`}
                checked={!hidden.includes(severity)}
                onChange={() => setHidden(hidden.includes(severity) ? hidden.filter((each) => each !== severity) : [...hidden, severity])}
              />{' '}
              {severity}
            </label>
          ))}
        </fieldset>
      </form>
      <p id="shown" class="quiet" aria-live="polite">
        {kept.length === 0 && 'No finding matches the filters. '}
        {kept.length === findings.length ? count(findings.length, 'finding') : `${kept.length} of ${count(findings.length, 'finding')}`}
      </p>
      {kept.length === 0 && (
        <button
          type="button"
          class="plain"
          id="clear-filters"
          onClick={() => {
            setText('')
            setHidden([])
          }}
        >
          Clear the filters
        </button>
      )}
      {[...groupBy(kept.slice(0, most), grouping)].map(([name, members]) => (
        <section key={name} class="group" aria-label={name}>
          <h4>
            {name} <span class="quiet">({members.length})</span>
          </h4>
          <ol class="findings">
            {members.map((finding) => (
              <FindingItem key={finding.id} finding={finding} sources={sources} />
            ))}
          </ol>
        </section>
      ))}
      {kept.length > most && (
        <button type="button" class="plain" onClick={() => setMost(most + PAGE)}>
          Show more
        </button>
      )}
    </section>
  )
}

/** The arrow keys go to the next or previous finding, and `/` to the search. Enter opens a finding, as for every summary. */
function moveBetweenFindings(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || target.matches('input, select, textarea, pre')) return
  if (key === '/') {
    event.preventDefault()
    document.getElementById('filter')?.focus()
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const summaries = [...currentTarget.querySelectorAll<HTMLElement>('.findings summary')]
  const own = target.closest('.findings > li')?.querySelector<HTMLElement>('summary')
  if (step === 0 || !own) return
  event.preventDefault()
  summaries[summaries.indexOf(own) + step]?.focus()
}

function holds({ file, rule, title, description, cwe }: Finding, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  const all = [file, rule, title, description, ...cwe].join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}

/** Keeps the order of the result, which is by severity. */
function groupBy(findings: readonly Finding[], grouping: Grouping): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding[grouping], [...(groups.get(finding[grouping]) ?? []), finding])
  return groups
}
