import { useEffect, useState } from 'preact/hooks'
import { SEVERITIES, type RuleInfo } from '../../../src/index.ts'
import { askForRules, type RulesAnswer } from './ask-for-rules.ts'
import { PageTitle } from '../text/page-title.tsx'
import { count } from '../text/words.ts'

/** Which rules the list shows. An empty string selects all. */
export interface RuleFilter {
  readonly words: string
  readonly severity: string
  readonly category: string
  readonly language: string
}

/** Shows all rules. */
export const ALL_RULES: RuleFilter = { words: '', severity: '', category: '', language: '' }

interface RuleListProps {
  readonly token: string | undefined
  readonly filter: RuleFilter
  readonly onFilter: (filter: RuleFilter) => void
}

/** The rules that scans of this caller run, with a search and filters. */
export function RuleList({ token, filter, onFilter }: RuleListProps) {
  const [answer, setAnswer] = useState<RulesAnswer | string>()
  useEffect(() => void askForRules(token).then(setAnswer), [token])
  return (
    <article id="rules">
      <PageTitle text="Rules" />
      {answer === undefined && <p role="status">Loading rules</p>}
      {typeof answer === 'string' && (
        <p role="alert" class="card refused">
          {answer}
        </p>
      )}
      {typeof answer === 'object' && (
        <>
          <p class="lead">
            {token === undefined
              ? `Scans without a key run these ${count(answer.rules.length, 'rule')} (pack ${answer.pack}). A key may have more rules: enter it on the page “Scan” first.`
              : `Scans with your key run these ${count(answer.rules.length, 'rule')} (pack ${answer.pack}).`}
          </p>
          <RuleFilters rules={answer.rules} filter={filter} onFilter={onFilter} />
          <MatchingRules rules={answer.rules} filter={filter} />
        </>
      )}
    </article>
  )
}

function RuleFilters({ rules, filter, onFilter }: { readonly rules: readonly RuleInfo[] } & Pick<RuleListProps, 'filter' | 'onFilter'>) {
  const categories = [...new Set(rules.map(({ category }) => category))].toSorted()
  const languages = [...new Set(rules.flatMap((rule) => rule.languages))].toSorted()
  return (
    <form class="filters card" role="search" onSubmit={(event) => event.preventDefault()}>
      <p>
        <label for="rule-words">Search</label>{' '}
        <input
          id="rule-words"
          type="search"
          placeholder="name, CWE or words"
          value={filter.words}
          onInput={(event) => onFilter({ ...filter, words: event.currentTarget.value })}
        />
      </p>
      <Choice
        id="rule-severity"
        label="Severity"
        options={SEVERITIES}
        value={filter.severity}
        onChange={(severity) => onFilter({ ...filter, severity })}
      />
      <Choice
        id="rule-category"
        label="Category"
        options={categories}
        value={filter.category}
        onChange={(category) => onFilter({ ...filter, category })}
      />
      <Choice
        id="rule-language"
        label="Language"
        options={languages}
        value={filter.language}
        onChange={(language) => onFilter({ ...filter, language })}
      />
    </form>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly label: string
  readonly options: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ id, label, options, value, onChange }: ChoiceProps) {
  return (
    <p>
      <label for={id}>{label}</label>{' '}
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </p>
  )
}

function MatchingRules({ rules, filter }: { readonly rules: readonly RuleInfo[]; readonly filter: RuleFilter }) {
  const matching = rules.filter((rule) => matches(rule, filter))
  return (
    <>
      <p id="rules-shown" class="quiet" aria-live="polite">
        {matching.length === rules.length ? count(rules.length, 'rule') : `${matching.length} of ${count(rules.length, 'rule')}`}
      </p>
      <ul class="rules">
        {matching.map(({ id, title, severity, category, languages, cwe }) => (
          <li key={id}>
            <span class={`severity ${severity}`}>{severity}</span> <a href={`/rules/${id}`}>{title}</a>
            <br />
            <span class="quiet">
              <code>{id}</code> · {[category, ...cwe, languages.join(', ')].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function matches(rule: RuleInfo, { words, severity, category, language }: RuleFilter): boolean {
  const text = [rule.id, rule.title, rule.description, rule.category, ...rule.cwe, ...rule.owasp, ...rule.languages].join(' ').toLowerCase()
  return (
    (severity === '' || rule.severity === severity) &&
    (category === '' || rule.category === category) &&
    (language === '' || rule.languages.includes(language)) &&
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}
