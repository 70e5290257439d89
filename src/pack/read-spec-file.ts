import type { Diagnostic } from '../model/diagnostic.ts'
import type { DocumentNode } from '../model/document.ts'
import type { PackFile } from '../model/rule-pack.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { readJson } from './read-json.ts'
import { readYaml } from './read-yaml.ts'
import { shortenQuote } from './shorten-quote.ts'
import { placeMistake, type SpecFile, type SpecTree, type SyntaxFault } from './spec-file.ts'
import { buildPositions } from './build-positions.ts'

/** The maximum number of syntax faults reported for one file. Later faults often follow from the first. */
const MAX_SYNTAX_FAULTS = 20

/** Parses a file by its extension: `.json` is JSON, everything else is YAML. `spec` is undefined if nothing usable was parsed. */
export function readSpecFile(file: PackFile): { readonly spec?: SpecFile; readonly diagnostics: readonly Diagnostic[] } {
  const lines = buildLineIndex(file.text)
  const source = { file: file.path, text: file.text, lines }
  if (file.parsed !== undefined) {
    const positions = buildPositions({ ...source, readRoot: () => parse(file).root })
    return { spec: { path: file.path, value: file.parsed, positions }, diagnostics: [] }
  }
  const { root, faults } = parse(file)
  const repeated = root === undefined ? [] : findRepeatedKeys(root, (offset) => lines.positionAt(offset).line)
  const diagnostics = [...faults, ...repeated]
    .slice(0, MAX_SYNTAX_FAULTS)
    .map((fault) => placeMistake(file.path, lines.positionAt(fault.offset), fault))
  if (root === undefined || faults.length > 0) return { diagnostics }
  return { spec: { path: file.path, value: toValue(root), positions: buildPositions({ ...source, readRoot: () => root }) }, diagnostics }
}

function parse({ path, text }: PackFile): SpecTree {
  return isJson(path) ? readJson(text) : readYaml(text)
}

function isJson(path: string): boolean {
  return path.toLowerCase().endsWith('.json')
}

function findRepeatedKeys(root: DocumentNode, lineOf: (offset: number) => number): SyntaxFault[] {
  const faults: SyntaxFault[] = []
  const visit = (node: DocumentNode): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item)
    if (node.kind !== 'map') return
    const seen = new Map<string, number>()
    for (const { key, keyStart, value } of node.entries) {
      const first = seen.get(key)
      if (first === undefined) seen.set(key, keyStart)
      else {
        const message = `\`${shortenQuote(key)}\` is given twice.`
        faults.push({ code: 'syntax/duplicate-key', message, hint: `the first is in line ${lineOf(first)}: keep one`, offset: keyStart })
      }
      visit(value)
    }
  }
  visit(root)
  return faults
}

/** The first of several equal keys is used. Keys such as `__proto__` are ordinary keys. */
function toValue(node: DocumentNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(toValue)
  const value: Record<string, unknown> = {}
  for (const entry of node.entries) {
    if (Object.hasOwn(value, entry.key)) continue
    Object.defineProperty(value, entry.key, { value: toValue(entry.value), enumerable: true, configurable: true, writable: true })
  }
  return value
}
