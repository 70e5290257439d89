import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'

export interface EditorInput {
  readonly place: HTMLElement
  readonly text: string
  /** The accessible name. */
  readonly label: string
  readonly extensions: Extension
  readonly onChange: (text: string) => void
}

/**
 * Opens an editor. It lives in a shadow root, where the editor's styles are style sheets made by script, which the content security policy of the page allows. Tab
 * leaves the editor, so that the page can be used by keyboard alone.
 */
export function openEditor({ place, text, label, extensions, onChange }: EditorInput): EditorView {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        editorTheme,
        extensions,
      ],
    }),
  })
}

/** Replaces the whole text, as one step of the history. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() !== text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, scrollIntoView: false })
}
