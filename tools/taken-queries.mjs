import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

// What tree-sitter takes is asked once for each grammar and query, and kept between builds: it is two thirds of the time that checking all rules takes.
const FILE = join(root, '.cache/taken-queries.json')

/**
 * The queries that tree-sitter has taken before, by grammar. `save` keeps those that were asked for or added since, and no others.
 *
 * @param {(name: string) => Uint8Array} readGrammar the bytes of a grammar, or of tree-sitter itself, in `dist/grammars`
 */
export function openTakenQueries(readGrammar) {
  const before = new Set(readBefore())
  const now = new Set()
  const runtime = digest(readGrammar('web-tree-sitter'))
  const digestOf = new Map()
  return {
    /** @param {string} grammar */
    of: (grammar) => {
      const from = digestOf.get(grammar) ?? digest(runtime, readGrammar(grammar))
      digestOf.set(grammar, from)
      const keyOf = (/** @type {string} */ source) => digest(from, source)
      return {
        has: (/** @type {string} */ source) => {
          const key = keyOf(source)
          if (before.has(key)) now.add(key)
          return before.has(key)
        },
        add: (/** @type {string} */ source) => now.add(keyOf(source)),
      }
    },
    save: () => {
      mkdirSync(dirname(FILE), { recursive: true })
      writeFileSync(`${FILE}.${process.pid}`, JSON.stringify([...now].sort()))
      renameSync(`${FILE}.${process.pid}`, FILE)
    },
  }
}

function readBefore() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return []
  }
}

/** @param {(string | Uint8Array)[]} parts */
function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url').slice(0, 22)
}
