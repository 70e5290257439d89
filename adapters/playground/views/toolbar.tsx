import type { Example } from '../share/examples.ts'
import { findLanguage, LANGUAGES } from '../share/languages.ts'

interface ToolbarProps {
  readonly examples: readonly Example[]
  readonly path: string
  readonly message: string
  readonly onExample: (example: Example) => void
  readonly onPath: (path: string) => void
  readonly onShare: () => void
  readonly onCopy: () => void
}

/** Examples, language, and the buttons that take the result away. */
export function Toolbar({ examples, path, message, onExample, onPath, onShare, onCopy }: ToolbarProps) {
  const kinds = [...new Set(examples.map(({ kind }) => kind))]
  return (
    <form class="toolbar" aria-label="Playground" onSubmit={(event) => event.preventDefault()}>
      <p>
        <label for="example">Example</label>{' '}
        <select
          id="example"
          value=""
          onChange={({ currentTarget }) => {
            const example = examples.find(({ id }) => id === currentTarget.value)
            currentTarget.value = ''
            if (example) onExample(example)
          }}
        >
          <option value="">Choose…</option>
          {kinds.map((kind) => (
            <optgroup key={kind} label={kind}>
              {examples
                .filter((example) => example.kind === kind)
                .map(({ id, title, path: file }) => (
                  <option key={id} value={id}>
                    {findLanguage(file)?.name}: {title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </p>
      <p>
        <label for="language">Language</label>{' '}
        <select id="language" value={findLanguage(path)?.path} onChange={({ currentTarget }) => onPath(currentTarget.value)}>
          {LANGUAGES.map(({ name, path: file }) => (
            <option key={file} value={file}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label for="path">File name</label>{' '}
        <input
          id="path"
          type="text"
          value={path}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onPath(currentTarget.value)}
        />
      </p>
      <p class="actions">
        <button type="button" class="plain" id="share" onClick={onShare}>
          Copy link
        </button>
        <button type="button" class="plain" id="copy" onClick={onCopy}>
          Copy as rule and fixture
        </button>
        <span id="message" class="quiet" role="status">
          {message}
        </span>
      </p>
    </form>
  )
}
