import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

// tree-sitter's verdicts about queries are cached between builds. A check walks over all states of the grammar, however many queries it contains:
// 2,695 of them took 19 s one by one, and 5 s in batches of a hundred.
const TOGETHER = 100
const FILE = join(root, '.cache/taken-queries.json')

/**
 * The queries that tree-sitter accepts, by grammar. `save` writes only those that were requested.
 *
 * @param {(name: string) => Uint8Array} readGrammar the bytes of a grammar, or of tree-sitter itself, in `dist/grammars`
 */
export function openTakenQueries(readGrammar) {
  const before = new Set(readBefore())
  /** @type {Set<string>} */
  const now = new Set()
  /** Believed for the time being. @type {Map<string, Map<string, string>>} source → key, by grammar */
  const unasked = new Map()
  const runtime = digest(readGrammar('web-tree-sitter'))
  const digestOf = new Map()
  const keyIn = (/** @type {string} */ grammar, /** @type {string} */ source) => {
    const from = digestOf.get(grammar) ?? digest(runtime, readGrammar(grammar))
    digestOf.set(grammar, from)
    return digest(from, source)
  }
  return {
    /** Assumes that every query is correct, and records those that tree-sitter has not checked. @param {string} grammar */
    believeAll: (grammar) => {
      const sources = unasked.get(grammar) ?? new Map()
      unasked.set(grammar, sources)
      return {
        has: (/** @type {string} */ source) => {
          const key = keyIn(grammar, source)
          if (before.has(key)) now.add(key)
          else sources.set(source, key)
          return true
        },
        add: () => undefined,
      }
    },
    /** The queries that tree-sitter has accepted, in this process or in the last build. @param {string} grammar */
    of: (grammar) => ({
      has: (/** @type {string} */ source) => {
        const key = keyIn(grammar, source)
        if (before.has(key)) now.add(key)
        return now.has(key)
      },
      add: (/** @type {string} */ source) => now.add(keyIn(grammar, source)),
    }),
    /**
     * Asks about those that were believed.
     *
     * @param {(grammar: string) => Promise<{ checkQuery(source: string): unknown }>} loadGrammar
     * @returns {Promise<boolean>} whether all of them are right
     */
    askTogether: async (loadGrammar) => {
      let areRight = true
      for (const [name, sources] of unasked) {
        const grammar = await loadGrammar(name)
        const check = (/** @type {readonly string[]} */ some) => grammar.checkQuery(some.join('\n')) === undefined
        const { right, wrong } = sortQueries([...sources.keys()], check)
        for (const source of right) now.add(sources.get(source) ?? '')
        areRight &&= wrong.length === 0
      }
      unasked.clear()
      return areRight
    },
    save: () => {
      mkdirSync(dirname(FILE), { recursive: true })
      writeFileSync(`${FILE}.${process.pid}`, JSON.stringify([...now].sort()))
      renameSync(`${FILE}.${process.pid}`, FILE)
    },
  }
}

/**
 * Concatenated queries are a query, which is correct if each of them is: their brackets, names and captures were checked before. If a batch is wrong,
 * its queries are checked one by one.
 *
 * @param {readonly string[]} sources
 * @param {(sources: readonly string[]) => boolean} check
 * @returns {{ right: readonly string[], wrong: readonly string[] }}
 */
export function sortQueries(sources, check) {
  const right = []
  const wrong = []
  for (let at = 0; at < sources.length; at += TOGETHER) {
    const some = sources.slice(at, at + TOGETHER)
    if (check(some)) right.push(...some)
    else for (const source of some) (check([source]) ? right : wrong).push(source)
  }
  return { right, wrong }
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
