import type { FlowCandidate, FlowInput } from '../model/flow.ts'
import { createModuleFinder } from './module-finder.ts'

/** More names of modules in one file are generated. */
const MAX_IMPORTS = 2000

const SCRIPT_IMPORTS = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,200})['"]/g
const PYTHON_IMPORTS = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w \t,]*)|import[ \t]+([\w., \t]+))/gm

/**
 * Which files data of any rule can travel through: those that import each other, directly or not, where some rule has both a source and a sink among them.
 * Says so from their texts alone; may name too many.
 */
export function chooseFiles(files: readonly FlowCandidate[], configs: FlowInput['configs']): readonly number[] {
  const groups = groupFiles(files, configs)
  const ends = new Map<number, { sources: Set<number>; sinks: Set<number> }>()
  for (const [index, { sources, sinks }] of files.entries()) {
    const group = groups[index]
    const known = ends.get(group) ?? { sources: new Set(), sinks: new Set() }
    ends.set(group, known)
    for (const rule of sources) known.sources.add(rule)
    for (const rule of sinks) known.sinks.add(rule)
  }
  const active = new Set([...ends].filter(([, { sources, sinks }]) => [...sources].some((rule) => sinks.has(rule))).map(([group]) => group))
  return files.flatMap((_, index) => (active.has(groups[index]) ? [index] : []))
}

/** Gives files that are linked by imports the same number. */
function groupFiles(files: readonly FlowCandidate[], configs: FlowInput['configs']): readonly number[] {
  const find = createModuleFinder(files, configs)
  const parents = files.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }
  for (const [index, file] of files.entries()) {
    for (const specifier of specifiersIn(file)) {
      const target = find(index, specifier)
      if (target !== undefined) parents[rootOf(target)] = rootOf(index)
    }
  }
  return files.map((_, index) => rootOf(index))
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
