import { readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Finding, ScanFile, Scanner } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'

/** Files and folders that are scanned together. */
export interface Tree {
  readonly name: string
  readonly paths: readonly string[]
}

/** What one scan of a tree found. */
export interface SurveyedTree {
  readonly name: string
  /** Lines of the files that were scanned. */
  readonly lines: number
  readonly files: number
  readonly findings: readonly Finding[]
  /** Of the processor. */
  readonly milliseconds: number
  /** Milliseconds by rule, if they were measured. */
  readonly costs: ReadonlyMap<string, number>
}

export interface SurveyOptions {
  readonly scanner: Pick<Scanner, 'scan'>
  readonly engine: Pick<Engine, 'listFiles'>
  /** Measures each rule, which is slower. */
  readonly timed: boolean
  readonly onTree: (done: number, tree: SurveyedTree) => void
}

const CODE = new Set(['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.py', '.vue', '.svelte', '.astro', '.html', '.ipynb'])
/** Skipped next to packages: other package folders, compiler output, tests of the language itself. */
const SKIPPED = /^(?:\.|__pycache__$|(?:site|dist)-packages$|tests?$)|\.(?:dist|egg)-info$/

/** In a folder of packages each package is a tree of its own, and loose files are one together, to limit memory. Other folders are one tree. */
export function splitFolder(folder: string): readonly Tree[] {
  const name = basename(folder)
  if (!/^(?:node_modules|site-packages|dist-packages|python3\.\d+)$/.test(name)) return [{ name, paths: [folder] }]
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !SKIPPED.test(entry.name))
  const loose = entries.filter((entry) => entry.isFile() && CODE.has(extname(entry.name))).map((entry) => join(folder, entry.name))
  const packages = entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => (entry.name.startsWith('@') ? readdirSync(join(folder, entry.name)).map((part) => `${entry.name}/${part}`) : [entry.name]))
  return [
    ...(loose.length > 0 ? [{ name: `${name}, files`, paths: loose }] : []),
    ...packages.sort().map((part) => ({ name: part, paths: [join(folder, part)] })),
  ]
}

/** Scans trees one after the other, with vendored and ignored files. Trees without lines are left out. */
export async function surveyTrees(trees: readonly Tree[], { scanner, engine, timed, onTree }: SurveyOptions): Promise<readonly SurveyedTree[]> {
  const surveyed: SurveyedTree[] = []
  for (const [index, { name, paths }] of trees.entries()) {
    const files: AsyncIterable<ScanFile> = await engine.listFiles([...paths], { noIgnore: true, includeVendored: true })
    const costs = new Map<string, number>()
    let [lines, count] = [0, 0]
    const started = process.cpuUsage()
    const { findings } = await scanner.scan(files, {
      includeVendored: true,
      onStats: (stats) => ([lines, count] = [stats.lines, stats.files]),
      ...(timed && { onProfile: ({ rules }) => rules.forEach(({ rule, milliseconds }) => costs.set(rule, milliseconds)) }),
    })
    const { user, system } = process.cpuUsage(started)
    if (lines === 0) continue
    const tree = { name, lines, files: count, findings, milliseconds: (user + system) / 1000, costs }
    surveyed.push(tree)
    onTree(index + 1, tree)
  }
  return surveyed
}
