import { useEffect, useState } from 'preact/hooks'
import type { RuleInfo } from '../../src/index.ts'
import { TextWithCode } from './text-with-code.tsx'

/** All about one rule. */
export function RulePage({ id, token, onBack }: { readonly id: string; readonly token: string | undefined; readonly onBack: () => void }) {
  const [rule, setRule] = useState<RuleInfo | string>()
  useEffect(() => void askForRule(id, token).then(setRule), [id, token])
  return (
    <article id="rule" class="card">
      <p>
        <a
          href="/"
          onClick={(event) => {
            event.preventDefault()
            onBack()
          }}
        >
          Back
        </a>
      </p>
      {typeof rule === 'string' && <p role="alert">{rule}</p>}
      {typeof rule === 'object' && (
        <>
          <h1>{rule.title}</h1>
          <p>
            <span class={`severity ${rule.severity}`}>{rule.severity}</span> <code>{rule.id}</code> · confidence {rule.confidence} ·{' '}
            {[...rule.cwe, ...rule.owasp].join(' · ')}
          </p>
          <p>
            <TextWithCode text={rule.description} />
          </p>
          {rule.fix !== undefined && (
            <p>
              <strong>Fix: </strong>
              <TextWithCode text={rule.fix} />
            </p>
          )}
          <p>Languages: {rule.languages.join(', ')}</p>
          <ul>
            {rule.references.map((address) => (
              <li key={address}>{address.startsWith('https://') ? <a href={address}>{address}</a> : address}</li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

async function askForRule(id: string, token: string | undefined): Promise<RuleInfo | string> {
  try {
    const response = await fetch(`/api/rules/${id}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } })
    const answer: RuleInfo & { readonly detail?: string } = await response.json()
    return response.ok ? answer : `${answer.detail ?? 'There is no such rule.'} A key may have more rules.`
  } catch {
    return 'The service cannot be reached.'
  }
}
