import { useState } from 'preact/hooks'
import { listDropped, listInput, readChosen, type ChosenFile } from './read-files.ts'
import type { Upload } from './send-upload.ts'
import type { Progress } from './status.tsx'
import { count } from '../text/words.ts'

interface UploadFormProps {
  readonly example: string
  readonly busy: boolean
  readonly onProgress: (progress: Progress) => void
  readonly onScan: (upload: Upload) => void
}

/** The form that takes files, a folder, a ZIP archive or pasted code. */
export function UploadForm({ example, busy, onProgress, onScan }: UploadFormProps) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const [name, setName] = useState('app.js')
  const [code, setCode] = useState('')
  const [over, setOver] = useState(false)

  function choose(files: readonly ChosenFile[]): void {
    setChosen(files)
    // The example is not part of the user's project.
    if (code === example) setCode('')
  }

  async function scan(files: readonly ChosenFile[], pasted: { readonly path: string; readonly content: string }): Promise<void> {
    const read = await readChosen(files, pasted, (done) => onProgress({ kind: 'reading', done, all: files.length }))
    if (read.kind === 'refused') onProgress(read)
    else onScan(read.upload)
  }

  function tryExample(): void {
    setChosen([])
    setName('example.js')
    setCode(example)
    void scan([], { path: 'example.js', content: example })
  }

  return (
    <form
      id="upload"
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void scan(chosen, { path: name, content: code })
      }}
    >
      <div
        id="drop"
        class={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (event.dataTransfer)
            void listDropped(event.dataTransfer).then(choose, () => onProgress({ kind: 'refused', reason: 'The dropped files cannot be read.' }))
        }}
      >
        <p>
          <strong>Drop files, a folder or a ZIP here</strong>
        </p>
        <p class="buttons">
          <label class="button">
            Choose files <input id="files" type="file" multiple onChange={(event) => choose(listInput(event.currentTarget.files))} />
          </label>
          <label class="button">
            Choose a folder{' '}
            <input id="folder" type="file" {...{ webkitdirectory: true }} onChange={(event) => choose(listInput(event.currentTarget.files))} />
          </label>
        </p>
        <p class="quiet">
          Installed packages and version control (<code>node_modules</code>, <code>.venv</code>, <code>.git</code>) are not sent.
        </p>
        <p id="chosen" class="quiet" aria-live="polite">
          {sayChosen(chosen)}
        </p>
      </div>
      <details open={code !== ''}>
        <summary>Or paste code</summary>
        <p>
          <label for="name">File name (its extension selects the language)</label>
          <br />
          <input id="name" type="text" value={name} autocomplete="off" spellcheck={false} onInput={(event) => setName(event.currentTarget.value)} />
        </p>
        <p>
          <label for="code">Code</label>
          <br />
          <textarea id="code" rows={10} value={code} autocomplete="off" spellcheck={false} onInput={(event) => setCode(event.currentTarget.value)} />
        </p>
      </details>
      <p class="buttons start">
        <button id="scan" type="submit" disabled={busy}>
          Scan
        </button>
        <button id="try" type="button" class="plain" disabled={busy} onClick={tryExample}>
          Try an example
        </button>
      </p>
    </form>
  )
}

function sayChosen(chosen: readonly ChosenFile[]): string {
  if (chosen.length === 0) return 'No files chosen.'
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0)
  return `${count(chosen.length, 'file')}, ${Math.ceil(bytes / 1024).toLocaleString('en')} KB.`
}
