import { useEffect, useState } from 'preact/hooks'

interface CodeSample {
  readonly language: string
  readonly code: string
}

interface Samples {
  readonly reported: readonly CodeSample[]
  readonly notReported: readonly CodeSample[]
}

/** Code that a rule reports, and code that it does not report. Empty for rules of other packs, which have no samples. */
export function RuleSamples({ id }: { readonly id: string }) {
  const [samples, setSamples] = useState<Samples>()
  useEffect(() => void askForSamples(id).then(setSamples), [id])
  if (samples === undefined) return null
  return (
    <>
      <SampleList id="reported" title="Reported" samples={samples.reported} />
      <SampleList id="not-reported" title="Not reported" samples={samples.notReported} />
    </>
  )
}

function SampleList({ id, title, samples }: { readonly id: string; readonly title: string; readonly samples: readonly CodeSample[] }) {
  if (samples.length === 0) return null
  return (
    <section id={id} class="card">
      <h2>{title}</h2>
      {samples.map(({ language, code }) => (
        <figure key={language} class="code">
          <figcaption class="quiet">{language}</figcaption>
          {/* Long lines scroll, also by keyboard. */}
          <pre tabIndex={0} role="group" aria-label={`${title}: ${language}`}>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </section>
  )
}

async function askForSamples(id: string): Promise<Samples | undefined> {
  try {
    const response = await fetch(`/rule-samples-${id}.json`)
    const samples: Samples = await response.json()
    return response.ok ? samples : undefined
  } catch {
    return undefined
  }
}
