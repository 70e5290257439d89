import { parser } from '@lezer/yaml'
import { type CompletionItem, CompletionItemKind, type Hover, MarkupKind, type Position } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { readYamlPlace } from '../../playground/schema/yaml-place.ts'
import { createGuideChooser } from './read-schema.ts'

/** Completion and help in rule files, from the schema. */
export interface RuleHelp {
  complete(document: TextDocument, position: Position): readonly CompletionItem[]
  hover(document: TextDocument, position: Position): Hover | undefined
}

/** Works on unfinished texts. */
export function createRuleHelp(): RuleHelp {
  const guideFor = createGuideChooser()
  return {
    complete: (document, position) => {
      const text = document.getText()
      const tree = parser.parse(text)
      const offset = document.offsetAt(position)
      if (isProse(tree.resolveInner(offset, -1).name)) return []
      const { path, isKey, from, to } = readYamlPlace(text, tree, offset)
      const guide = guideFor(text)
      const range = { start: document.positionAt(from), end: document.positionAt(to) }
      const followed = /^\s*:/.test(text.slice(to))
      const keys = isKey ? guide.keysAt(path) : []
      if (keys.length === 0) return guide.valuesAt(path).map((value) => toItem(value, value, CompletionItemKind.Value, range))
      return keys.map(({ key, description, isRequired }) => {
        const item = toItem(key, followed ? key : `${key}: `, CompletionItemKind.Property, range)
        return { ...item, ...(isRequired && { detail: 'required' }), documentation: description, sortText: `${isRequired ? 0 : 1}${key}` }
      })
    },
    hover: (document, position) => {
      const text = document.getText()
      const tree = parser.parse(text)
      const offset = document.offsetAt(position)
      if (isProse(tree.resolveInner(offset, 1).name)) return undefined
      const { path, isKey, word, from, to } = readYamlPlace(text, tree, offset)
      const found = word === '' ? undefined : guideFor(text).describe(isKey ? [...path, word] : path)
      if (found === undefined) return undefined
      const { description, values, examples } = found
      const lists = [
        values.length > 0 ? `Values: ${values.map((value) => `\`${value}\``).join(', ')}` : '',
        examples.length > 0 ? `Example: \`${examples[0]}\`` : '',
      ]
      const value = [description, ...lists].filter((part) => part !== '').join('\n\n')
      return { contents: { kind: MarkupKind.Markdown, value }, range: { start: document.positionAt(from), end: document.positionAt(to) } }
    },
  }
}

/** Places where the author writes text or a comment. */
function isProse(name: string): boolean {
  return name === 'Comment' || name === 'BlockLiteralContent' || name === 'QuotedLiteral'
}

function toItem(
  label: string,
  newText: string,
  kind: CompletionItemKind,
  range: { readonly start: Position; readonly end: Position },
): CompletionItem {
  return { label, kind, textEdit: { range, newText } }
}
