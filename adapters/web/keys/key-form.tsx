import { useState } from 'preact/hooks'
import { askForAccess, type KeyAccess } from './ask-for-access.ts'
import { count } from '../text/words.ts'

interface KeyFormProps {
  /** False when the server accepts any key and has no accounts. */
  readonly hasKeys: boolean
  readonly access: KeyAccess | undefined
  readonly onChange: (access: KeyAccess | undefined) => void
}

/** Lets the user enter a key, and shows what it permits. */
export function KeyForm({ hasKeys, access, onChange }: KeyFormProps) {
  const [token, setToken] = useState('')
  const [refusal, setRefusal] = useState('')
  if (access) return <KeyInUse access={access} onRemove={() => onChange(undefined)} />
  return (
    <details class="card">
      <summary>{hasKeys ? 'I have a key' : 'Use a key'}</summary>
      {!hasKeys && (
        <p id="no-accounts" class="quiet">
          This server has no accounts. It accepts any key, and a key only raises the limit of scans per minute.
        </p>
      )}
      <form
        id="key"
        onSubmit={(event) => {
          event.preventDefault()
          void askForAccess(token.trim()).then((answer) => {
            if (typeof answer === 'string') return setRefusal(answer)
            setRefusal('')
            setToken('')
            onChange(answer)
          })
        }}
      >
        <p>
          <label for="token">Key (sent only to this server and not stored)</label>
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
          <button type="submit">{hasKeys ? 'Sign in' : 'Use key'}</button> <span role="alert">{refusal}</span>
        </p>
      </form>
    </details>
  )
}

function KeyInUse({ access, onRemove }: { readonly access: KeyAccess; readonly onRemove: () => void }) {
  const { pack, rules, jsonPerMinute, anonymousPerMinute, account, hasAccount, canScan } = access
  return (
    <div class="card" id="signed-in" role="status">
      {hasAccount ? (
        <p>
          Signed in{account === undefined ? '' : ` as ${account}`}. Scans run the {count(rules, 'rule')} of the pack <code>{pack}</code>, up to{' '}
          {jsonPerMinute} times per minute.
        </p>
      ) : (
        <p>
          This server has no accounts. The key has no effect beyond a higher limit: {jsonPerMinute} instead of {anonymousPerMinute} scans per minute.
          Scans run the {count(rules, 'rule')} of the pack <code>{pack}</code>.
        </p>
      )}
      {!canScan && <p role="alert">This key does not permit scans: it does not have the scope “scan”.</p>}
      <button type="button" class="plain" onClick={onRemove}>
        {hasAccount ? 'Sign out' : 'Remove key'}
      </button>
    </div>
  )
}
