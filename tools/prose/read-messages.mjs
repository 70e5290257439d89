import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../root.mjs'
import { toBlocks } from './read-pages.mjs'

/** Other strings are code, names or parts of sentences. */
const LEAST_WORDS = 4

/**
 * The messages in the source code: string and template literals that are sentences. An expression within a template counts as code.
 *
 * @returns {import('./check-text.mjs').Text[]}
 */
export function readMessages() {
  return ['src', 'adapters']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.includes('.generated.') && !path.includes('/bundle/'))
    .toSorted()
    .map((file) => ({ name: file, kind: /** @type {const} */ ('message'), blocks: toMessageBlocks(file, readFileSync(join(root, file), 'utf8')) }))
    .filter(({ blocks }) => blocks.length > 0)
}

function toMessageBlocks(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {import('./check-text.mjs').Block[]} */
  const blocks = []
  const visit = (node) => {
    const message = toMessage(node)
    if (message !== undefined && isSentence(message)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      blocks.push(...toBlocks(message).map((block) => ({ ...block, line })))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return blocks
}

function isSentence(message) {
  return /^[A-Z`]/.test(message) && /[.:?]$/.test(message) && !message.includes('\n') && message.split(' ').length >= LEAST_WORDS
}

function toMessage(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.flatMap(({ literal }) => ['x', literal.text])].join('')
}
