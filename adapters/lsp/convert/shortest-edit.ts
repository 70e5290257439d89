import type { TextEdit } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'

/** One edit that turns a document into another text, as small as a common start and end allow. */
export function shortestEdit(document: TextDocument, changed: string): TextEdit {
  const text = document.getText()
  let start = 0
  while (start < text.length && start < changed.length && text[start] === changed[start]) start++
  let end = 0
  while (end < text.length - start && end < changed.length - start && text[text.length - 1 - end] === changed[changed.length - 1 - end]) end++
  const range = { start: document.positionAt(start), end: document.positionAt(text.length - end) }
  return { range, newText: changed.slice(start, changed.length - end) }
}
