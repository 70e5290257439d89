import { useState } from 'preact/hooks'
import { count } from './words.ts'

/** Whose key is in use, and what it scans with. Nothing of it is stored. */
export interface SignedIn {
  readonly token: string
  readonly pack: string
  readonly rules: number
}

/** Signs in with a key, and out. */
export function KeyForm({
  signedIn,
  onChange,
}: {
  readonly signedIn: SignedIn | undefined
  readonly onChange: (signedIn: SignedIn | undefined) => void
}) {
  const [token, setToken] = useState('')
  const [refusal, setRefusal] = useState('')
  if (signedIn)
    return (
      <p class="card" id="signed-in">
        Signed in: scans run the pack <code>{signedIn.pack}</code>, {count(signedIn.rules, 'rule')}.{' '}
        <button type="button" class="plain" onClick={() => onChange(undefined)}>
          Sign out
        </button>
      </p>
    )
  return (
    <details class="card">
      <summary>I have a key</summary>
      <form
        id="key"
        onSubmit={(event) => {
          event.preventDefault()
          void askForPack(token.trim()).then((answer) => {
            if (typeof answer === 'string') return setRefusal(answer)
            setRefusal('')
            setToken('')
            onChange(answer)
          })
        }}
      >
        <p>
          <label for="token">Key, sent to this service only and not stored</label>
          <br />
          <input
            id="token"
            type="password"
            required
            value={token}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </p>
        <p>
          <button type="submit">Sign in</button> <span role="alert">{refusal}</span>
        </p>
      </form>
    </details>
  )
}

async function askForPack(token: string): Promise<SignedIn | string> {
  try {
    const response = await fetch('/api/rules', { headers: { Authorization: `Bearer ${token}` } })
    const answer: { readonly pack: string; readonly rules: readonly unknown[]; readonly detail?: string } = await response.json()
    return response.ok ? { token, pack: answer.pack, rules: answer.rules.length } : `Not signed in: ${answer.detail ?? response.status}`
  } catch {
    return 'The service cannot be reached.'
  }
}
