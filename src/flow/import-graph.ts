import type { FlowCandidate } from '../model/flow.ts'
import type { ModuleFinder } from './module-finder.ts'

/** Which files of a project name which in their imports, by their place in the list. */
export interface ImportGraph {
  readonly imports: readonly (readonly number[])[]
  readonly importers: readonly (readonly number[])[]
  /** Files that are linked by imports, directly or not, have the same number. */
  readonly groups: readonly number[]
}

/** More names of modules in one file are generated. */
const MAX_IMPORTS = 2000

const SCRIPT_IMPORTS = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,200})['"]/g
const PYTHON_IMPORTS = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w \t,]*)|import[ \t]+([\w., \t]+))/gm

/** Reads the imports from the texts alone, so that no file is parsed for it. May find too many. */
export function readImportGraph(files: readonly FlowCandidate[], find: ModuleFinder): ImportGraph {
  const imports = files.map((file, index) => [...new Set([...specifiersIn(file)].flatMap((specifier) => find(index, specifier) ?? []))])
  const importers = files.map((): number[] => [])
  const parents = files.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }
  for (const [index, targets] of imports.entries()) {
    for (const target of targets) {
      importers[target].push(index)
      parents[rootOf(target)] = rootOf(index)
    }
  }
  return { imports, importers, groups: files.map((_, index) => rootOf(index)) }
}

function specifiersIn({ text, language }: FlowCandidate): ReadonlySet<string> {
  const found = new Set<string>()
  if (language !== 'python') {
    for (const match of text.matchAll(SCRIPT_IMPORTS)) {
      found.add(match[1])
      if (found.size >= MAX_IMPORTS) break
    }
    return found
  }
  for (const match of text.matchAll(PYTHON_IMPORTS)) {
    const [, from, names = '', plain] = match
    if (from !== undefined) {
      found.add(from)
      for (const name of names.split(',')) {
        const word = name.trim().split(/\s/)[0]
        if (word !== '') found.add(from.endsWith('.') ? `${from}${word}` : `${from}.${word}`)
      }
    } else for (const name of (plain ?? '').split(',')) found.add(name.trim().split(/\s/)[0])
    if (found.size >= MAX_IMPORTS) break
  }
  return found
}
