import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { LRLanguage, syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import { parser } from '@lezer/yaml'
import type { SchemaGuide, SchemaKey, SchemaText } from '../schema/schema-guide.ts'
import { readYamlPlace } from '../schema/yaml-place.ts'

/** Colours, completion and help for rule files. */
export function ruleHelp(guide: SchemaGuide): Extension {
  return [
    LRLanguage.define({ parser }),
    autocompletion({ override: [(context) => complete(context, guide)], icons: false }),
    hoverTooltip((view, offset) => help(view, offset, guide)),
  ]
}

function complete(context: CompletionContext, guide: SchemaGuide): CompletionResult | null {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  const tree = syntaxTree(state)
  if (isProse(tree.resolveInner(pos, -1).name)) return null
  const { path, isKey, word, from } = readYamlPlace(text, tree, pos)
  if (word === '' && !explicit) return null
  const values = guide.valuesAt(path).map((value) => ({ label: value, type: 'enum' }))
  const keys = isKey ? guide.keysAt(path).map((key) => toCompletion(key, path.length)) : []
  const options = isKey && keys.length > 0 ? keys : values
  return options.length === 0 ? null : { from, options, validFor: /^[\w$-]*$/ }
}

/** Places where the author writes text or a comment. */
function isProse(name: string): boolean {
  return name === 'Comment' || name === 'BlockLiteralContent' || name === 'QuotedLiteral'
}

function toCompletion({ key, description, isRequired }: SchemaKey, depth: number): Completion {
  return { label: key, apply: `${key}: `, info: description, boost: isRequired ? 2 : 0, ...(isRequired && depth === 0 ? { detail: 'required' } : {}) }
}

function help(view: EditorView, offset: number, guide: SchemaGuide): Tooltip | null {
  const tree = syntaxTree(view.state)
  if (isProse(tree.resolveInner(offset, 1).name)) return null
  const { path, isKey, word, from, to } = readYamlPlace(view.state.doc.toString(), tree, offset)
  if (word === '') return null
  const text = guide.describe(isKey ? [...path, word] : path)
  return text ? { pos: from, end: to, above: true, create: () => ({ dom: toElement(text) }) } : null
}

function toElement({ description, values, examples }: SchemaText): HTMLElement {
  const element = document.createElement('div')
  element.className = 'help'
  addLine(element, '', description)
  if (values.length > 0) addLine(element, 'One of: ', values.join(', '), true)
  if (examples.length > 0) addLine(element, 'Example: ', examples[0] ?? '', true)
  return element
}

function addLine(element: HTMLElement, label: string, text: string, isCode = false): void {
  const line = document.createElement('p')
  const content = document.createElement(isCode ? 'code' : 'span')
  content.textContent = text
  line.append(label, content)
  element.append(line)
}
