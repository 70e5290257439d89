import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../root.mjs'
import { toBlocks } from './read-pages.mjs'

/**
 * The title, description, message and fix of each rule. Metavariables count as code.
 *
 * @returns {import('./check-text.mjs').Text[]}
 */
export function readRuleTexts() {
  return readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' })
    .map((path) => `rules/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.yaml') && !/^rules\/(?:shared|words|models|packs)\//.test(path))
    .toSorted()
    .map((file) => ({ name: file, kind: 'rule', blocks: toRuleBlocks(readFileSync(join(root, file), 'utf8')) }))
}

function toRuleBlocks(source) {
  const rule = parse(source)
  return ['title', 'description', 'message', 'fix'].flatMap((key) => {
    if (typeof rule[key] !== 'string') return []
    const line = source.split('\n').findIndex((text) => text.startsWith(`${key}:`)) + 1
    const text = rule[key].replaceAll(/`[^`]*`|\$[A-Z_]+/g, '`x`')
    return toBlocks(text).map((block) => ({ ...block, line, isSentence: key !== 'title' }))
  })
}
