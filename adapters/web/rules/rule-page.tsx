import { useEffect, useState } from 'preact/hooks'
import type { RuleInfo } from '../../../src/index.ts'
import { PageTitle } from '../text/page-title.tsx'
import { RuleSamples } from './rule-samples.tsx'
import { TextWithCode } from '../text/text-with-code.tsx'

/** The page of one rule. */
export function RulePage({ id, token }: { readonly id: string; readonly token: string | undefined }) {
  const [rule, setRule] = useState<RuleInfo | string>()
  useEffect(() => void askForRule(id, token).then(setRule), [id, token])
  return (
    <article id="rule">
      {rule === undefined && <p role="status">Loading the rule</p>}
      {typeof rule === 'string' && (
        <>
          <PageTitle text="Rule not found" />
          <p role="alert" class="card refused">
            {rule}
          </p>
        </>
      )}
      {typeof rule === 'object' && <RuleDetails rule={rule} />}
      <p>
        <a href="/rules">All rules</a> · <a href="/">Scan</a>
      </p>
    </article>
  )
}

function RuleDetails({ rule }: { readonly rule: RuleInfo }) {
  return (
    <>
      <PageTitle text={rule.title} />
      <p>
        <span class={`severity ${rule.severity}`}>{rule.severity}</span> <code>{rule.id}</code>
      </p>
      <section class="card">
        <p>
          <TextWithCode text={rule.description} />
        </p>
        {rule.fix !== undefined && (
          <p>
            <strong>Fix: </strong>
            <TextWithCode text={rule.fix} />
          </p>
        )}
        <dl>
          <dt>Category</dt>
          <dd>{rule.category}</dd>
          <dt>Confidence</dt>
          <dd>{rule.confidence}</dd>
          <dt>Languages</dt>
          <dd>{rule.languages.join(', ')}</dd>
          <dt>Classification</dt>
          <dd>{[...rule.cwe, ...rule.owasp].join(', ')}</dd>
        </dl>
        {rule.references.length > 0 && (
          <>
            <h2>References</h2>
            <ul class="references">
              {rule.references.map((address) => (
                <li key={address}>{address.startsWith('https://') ? <a href={address}>{address}</a> : address}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      <RuleSamples id={rule.id} />
    </>
  )
}

async function askForRule(id: string, token: string | undefined): Promise<RuleInfo | string> {
  try {
    const response = await fetch(`/api/rules/${id}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } })
    const answer: RuleInfo & { readonly detail?: string } = await response.json()
    return response.ok ? answer : `${(answer.detail ?? 'This rule does not exist.').replaceAll('`', '')} A key may have more rules.`
  } catch {
    return 'The service cannot be reached.'
  }
}
