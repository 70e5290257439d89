import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'preact/hooks'
import { openEditor } from '../editor/open-editor.ts'

interface EditorPaneProps {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly extensions: Extension
  readonly onOpen: (view: EditorView) => void
  readonly onChange: (text: string) => void
}

/** An editor. `text` is its first text only; later texts are set through its view. */
export function EditorPane({ id, label, text, extensions, onOpen, onChange }: EditorPaneProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return undefined
    const view = openEditor({ place: place.current, text, label, extensions, onChange })
    onOpen(view)
    return () => view.destroy()
  }, [])
  return <div id={id} class="editor" ref={place} />
}
