import { existsSync, statSync } from 'node:fs'
import type { Scanner } from '../../../../src/node/index.ts'
import type { Engine, LibraryModules } from '../../engine/library-modules.ts'
import { countOf } from '../../output/format-number.ts'
import { showText } from '../../output/show-text.ts'
import { writeStream } from '../../output/write-output.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { benchPack, benchScanner, type RuleBench } from '../../workbench/bench-rules.ts'
import { formatTable } from '../../workbench/format-table.ts'
import { openPacks } from '../../workbench/open-pack.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'

/** Flags of `assay rules bench`. */
export interface BenchFlags {
  readonly format: 'text' | 'json'
}

/** `assay rules bench`: time of each rule and matcher over files, slowest first. */
export async function benchRules(target: string, paths: readonly string[], { format }: BenchFlags, library: LibraryModules): Promise<number> {
  const missing = paths.find((path) => statSync(path, { throwIfNoEntry: false }) === undefined)
  if (missing !== undefined)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${showText(missing)}\` does not exist. Name files or folders with source code.`)
  const bench = await measure(target, paths, library)
  if (bench.files === 0) throw new CommandError(EXIT_CODES.incomplete, 'there are no files to scan.')
  await writeStream(process.stdout, format === 'json' ? toJsonText(bench) : formatBench(bench))
  return EXIT_CODES.passed
}

/** A pack by its path or package name, or a built-in rule or pack by its name. */
async function measure(target: string, paths: readonly string[], library: LibraryModules): Promise<RuleBench> {
  const engine = await library.engine()
  if (existsSync(engine.locateRules(target))) {
    const [pack] = await openPacks({ paths: [target] }, library)
    if (pack !== undefined) return benchPack(pack, paths, library)
  }
  const builtIn = await openBuiltInPack(target, engine)
  const scanner = builtIn ?? (await engine.createScanner({ packs: ['full'] }))
  try {
    if (builtIn !== undefined) return await benchScanner(builtIn, paths, (rule) => ({ rule }), library)
    const isKnown = scanner.rules.some(({ id }) => id === target)
    if (!isKnown)
      throw new CommandError(EXIT_CODES.wrongUsage, `\`${showText(target)}\` is neither a path, an installed package nor a built-in rule or pack.`)
    const bench = await benchScanner(scanner, paths, (rule) => ({ rule }), library)
    return { ...bench, costs: bench.costs.filter(({ rule }) => rule === target) }
  } finally {
    await scanner.close()
  }
}

/** The rules of a built-in pack. Undefined if no pack has the name. */
async function openBuiltInPack(name: string, { createScanner, RuleError }: Engine): Promise<Scanner | undefined> {
  try {
    return await createScanner({ packs: [name] })
  } catch (error) {
    if (error instanceof RuleError && error.diagnostics.every(({ code }) => code === 'pack/unknown-pack')) return undefined
    throw error
  }
}

function formatBench({ files, bytes, parseMilliseconds, costs }: RuleBench): string {
  const rows = [
    ['rule', 'matcher', 'ms', 'of parsing', 'files tried', 'prefiltered'],
    ...costs.map((cost) => [
      cost.rule,
      cost.matcher ?? '(whole rule)',
      cost.milliseconds.toFixed(2),
      `${(100 * cost.ofParsing).toFixed(1)} %`,
      cost.tried,
      `${(100 * cost.prefiltered).toFixed(1)} %`,
    ]),
  ]
  const head = `${countOf(files, 'file')}, ${(bytes / 1000).toFixed(0)} kB. Parsing takes ${parseMilliseconds.toFixed(1)} ms.\n\n`
  return `${head}${formatTable(rows)}`
}
