import { useEffect, useState } from 'preact/hooks'
import { KeyForm, type SignedIn } from './key-form.tsx'
import { ResultView } from './result-view.tsx'
import { RulePage } from './rule-page.tsx'
import type { Outcome, Upload } from './send-upload.ts'
import { sendUpload } from './send-upload.ts'
import { Status, type Progress } from './status.tsx'
import { UploadForm } from './upload-form.tsx'

/** The page: what is sent, what came of it, and a rule that is looked at. */
export function App({ example }: { readonly example: string }) {
  const [path, open] = useAddress()
  const [signedIn, signIn] = useState<SignedIn>()
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const [scanned, setScanned] = useState<{ readonly outcome: Outcome; readonly upload: Upload }>()
  const rule = /^\/rules\/([\w-]+)$/.exec(path)?.[1]

  async function scan(upload: Upload): Promise<void> {
    setScanned(undefined)
    setProgress({ kind: 'scanning' })
    const outcome = await sendUpload(upload, signedIn?.token)
    setProgress({ kind: 'idle' })
    setScanned({ outcome, upload })
  }

  if (rule !== undefined) return <RulePage id={rule} token={signedIn?.token} onBack={() => open('/')} />
  return (
    <>
      <h1>What is your code worth?</h1>
      <p class="lead">
        Assay looks for security problems in source code and stamps a grade on what it saw. Files are scanned in memory by this service, and nothing
        is kept.
      </p>
      <UploadForm
        example={example}
        busy={progress.kind === 'reading' || progress.kind === 'scanning'}
        onProgress={setProgress}
        onScan={(upload) => void scan(upload)}
      />
      <KeyForm signedIn={signedIn} onChange={signIn} />
      <Status progress={progress} outcome={scanned?.outcome} />
      {scanned?.outcome.kind === 'scanned' && (
        <ResultView result={scanned.outcome.result} files={scanned.upload.files} onRule={(id) => open(`/rules/${id}`)} />
      )}
    </>
  )
}

/** The address within the page; going elsewhere keeps what was scanned. */
function useAddress(): readonly [string, (path: string) => void] {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = (): void => setPath(location.pathname)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return [
    path,
    (next) => {
      history.pushState(null, '', next)
      setPath(next)
      scrollTo(0, 0)
    },
  ]
}
