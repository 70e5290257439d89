import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { root } from '../root.mjs'

const PLACEHOLDER = 'code'
const markdown = unified().use(remarkParse).use(remarkGfm)

/**
 * The README and the pages of `docs/`, as blocks of prose with their lines. The pages of `docs/rules/` are left out: they are generated from the
 * texts of the rules.
 *
 * @returns {import('./check-text.mjs').Text[]}
 */
export function readPages() {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/rules/') && !path.startsWith('docs/.vitepress/'))
  return ['README.md', ...pages.toSorted()].map((file) => ({ name: file, kind: 'page', blocks: toBlocks(readFileSync(join(root, file), 'utf8')) }))
}

/**
 * The paragraphs, headings and table cells of a Markdown text.
 *
 * @param {string} source
 * @returns {import('./check-text.mjs').Block[]}
 */
export function toBlocks(source) {
  /** @type {import('./check-text.mjs').Block[]} */
  const blocks = []
  visit(markdown.parse(source), (node) => {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return
    blocks.push({ text: toProse(node), line: node.position?.start.line ?? 1, isSentence: node.type === 'paragraph' })
    return SKIP
  })
  return blocks.filter(({ text }) => text.trim() !== '')
}

/** Text without markup. Inline code counts as one word. */
function toProse(node) {
  if (node.type === 'inlineCode') return PLACEHOLDER
  if (node.type === 'image' || node.type === 'html' || node.type === 'footnoteReference') return ''
  if (node.type === 'break') return ' '
  if (node.children !== undefined) return node.children.map(toProse).join('')
  return (node.value ?? '').replaceAll('\n', ' ')
}
