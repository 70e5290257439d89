import { useEffect, useState } from 'preact/hooks'
import type { KeyAccess } from './keys/ask-for-access.ts'
import { readSources, type CodeSources } from './result/code-sources.ts'
import { KeyForm } from './keys/key-form.tsx'
import { ResultView } from './result/result-view.tsx'
import { ALL_RULES, RuleList } from './rules/rule-list.tsx'
import { RulePage } from './rules/rule-page.tsx'
import type { Outcome, Upload } from './upload/send-upload.ts'
import { sendUpload } from './upload/send-upload.ts'
import { Status, type Progress } from './upload/status.tsx'
import { UploadForm } from './upload/upload-form.tsx'
import { useAddress } from './use-address.ts'

const TITLE = 'Assay: scan code for security problems'

/** An upload and the answer to it. */
interface Scanned {
  readonly outcome: Outcome
  readonly upload: Upload
  readonly sources: CodeSources
}

/** The page: the upload and its result, the list of rules, and the page of each rule. */
export function App({ example, hasKeys }: { readonly example: string; readonly hasKeys: boolean }) {
  const path = useAddress()
  const [access, setAccess] = useState<KeyAccess>()
  const [filter, setFilter] = useState(ALL_RULES)
  const rule = /^\/rules\/([^/]+)$/.exec(path)?.[1]
  const isStart = path === '/'
  useEffect(() => {
    if (isStart) document.title = TITLE
    const about = document.getElementById('about')
    if (about) about.hidden = !isStart
  }, [isStart])
  return (
    <>
      {/* Stays in the document, so that the way back leads to the same result. */}
      <div hidden={!isStart}>
        <ScanPage example={example} hasKeys={hasKeys} access={access} onAccess={setAccess} />
      </div>
      {path === '/rules' && <RuleList token={access?.token} filter={filter} onFilter={setFilter} />}
      {rule !== undefined && <RulePage id={rule} token={access?.token} />}
    </>
  )
}

interface ScanPageProps {
  readonly example: string
  readonly hasKeys: boolean
  readonly access: KeyAccess | undefined
  readonly onAccess: (access: KeyAccess | undefined) => void
}

function ScanPage({ example, hasKeys, access, onAccess }: ScanPageProps) {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const [scanned, setScanned] = useState<Scanned>()

  async function scan(upload: Upload): Promise<void> {
    setScanned(undefined)
    setProgress({ kind: 'scanning' })
    const outcome = await sendUpload(upload, access?.token)
    const sources = outcome.kind === 'scanned' ? await readSources(upload, outcome.result) : () => undefined
    setProgress({ kind: 'idle' })
    setScanned({ outcome, upload, sources })
  }

  const isScanned = scanned?.outcome.kind === 'scanned'
  const form = (
    <div key="form">
      {isScanned && <h2 class="again">Scan again</h2>}
      <UploadForm
        example={example}
        busy={progress.kind === 'reading' || progress.kind === 'scanning'}
        onProgress={(next) => {
          if (next.kind === 'refused') setScanned(undefined)
          setProgress(next)
        }}
        onScan={(upload) => void scan(upload)}
      />
      <KeyForm hasKeys={hasKeys} access={access} onChange={onAccess} />
    </div>
  )
  const status = <Status key="status" progress={progress} outcome={scanned?.outcome} />
  const result = scanned?.outcome.kind === 'scanned' && (
    <ResultView key="result" result={scanned.outcome.result} binaries={scanned.upload.binaries} sources={scanned.sources} />
  )
  return (
    <>
      <h1>Scan your code for security problems</h1>
      {!isScanned && <Introduction />}
      {/* The result comes first. Keys keep the form as it is when it moves. */}
      {isScanned ? [status, result, form] : [form, status]}
    </>
  )
}

/** What the page does, for people who see it for the first time. */
function Introduction() {
  return (
    <>
      <p class="lead">
        Assay finds security vulnerabilities in source code and grades the result. This server scans your files in memory and does not store them.
      </p>
      <p class="lead">
        No code at hand? Choose <strong>Try an example</strong> below, or write a rule in the <a href="/playground/">playground</a>.
      </p>
    </>
  )
}
