import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import pc from 'picocolors'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { formatDiagnostics, hasDiagnostics } from '../../messages/format-diagnostics.ts'
import { chooseColor } from '../../output/choose-color.ts'
import { countOf } from '../../output/format-number.ts'
import { showText } from '../../output/show-text.ts'
import { writeOutput, writeStream } from '../../output/write-output.ts'
import { toSlashes } from '../../files/to-slashes.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { formatTest } from '../../workbench/format-test.ts'
import { type OpenPack, openPacks } from '../../workbench/open-pack.ts'
import { type RuleTest, testPack } from '../../workbench/test-pack.ts'
import { toJsonText } from '../../workbench/to-json-text.ts'

/** Flags of `assay rules test`. */
export interface TestFlags {
  readonly fixtures?: string
  /** Writes markers as the rules report them. */
  readonly update?: boolean
  /** Tests again after each change. */
  readonly watch?: boolean
  /** False for `--no-coverage`. */
  readonly coverage: boolean
  readonly format: 'text' | 'json'
  readonly color?: boolean
}

/** `assay rules test`: 1 if a rule and its sample code disagree. */
export async function testRules(paths: readonly string[], flags: TestFlags, library: LibraryModules): Promise<number> {
  if (flags.watch !== true) return runTests(paths, flags, library)
  if (flags.format === 'json') throw new CommandError(EXIT_CODES.wrongUsage, '--watch writes text: remove --format json.')
  return watchTests(paths, flags, library)
}

async function runTests(paths: readonly string[], flags: TestFlags, library: LibraryModules): Promise<number> {
  const packs = await openPacks({ paths, fixtures: flags.fixtures }, library)
  const tests: RuleTest[] = []
  for (const pack of packs) tests.push(...(await runPack(pack, flags, library)))
  const failed = tests.filter(({ passed }) => !passed).length
  if (flags.format === 'json') await writeStream(process.stdout, toJsonText({ rules: tests.length, failed, tests }))
  else await writeStream(process.stdout, `${countOf(tests.length, 'rule')}: ${tests.length - failed} passed, ${failed} failed.\n`)
  return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.passed
}

async function runPack(pack: OpenPack, { update, coverage, format, color }: TestFlags, library: LibraryModules): Promise<readonly RuleTest[]> {
  const colors = pc.createColors(chooseColor(color, process.env, process.stdout))
  const tests: RuleTest[] = []
  for await (const { files, ...test } of testPack(pack, coverage, library)) {
    const { differences, rule } = test
    const updated = update === true && pack.fixtureFolder !== undefined ? (await library.testing()).updateMarkers(files, differences) : []
    for (const { path, content } of updated) {
      const target = join(pack.fixtureFolder ?? '', rule, path)
      await writeOutput(target, content, 'rules test --update')
      if (format === 'text') await writeStream(process.stdout, `wrote ${showText(toSlashes(target))}\n`)
    }
    // The markers of its differences are right now. Other mistakes remain.
    const left = updated.length === 0 ? test.diagnostics : test.diagnostics.filter(({ code }) => !DIFFERENCES.has(code))
    const result = updated.length === 0 ? test : { ...test, differences: [], diagnostics: left, passed: left.length === 0 }
    if (format === 'text') await writeStream(process.stdout, formatTest(result, files, { colors }))
    tests.push(result)
  }
  return tests
}

const DIFFERENCES: ReadonlySet<string> = new Set(['fixture/missed', 'fixture/unexpected', 'fixture/todo-done'])

/** Editors write a file in several steps. */
const SETTLE_MS = 100

/** Tests now and after each change of rules or sample code. Ends with the process. */
async function watchTests(paths: readonly string[], flags: TestFlags, library: LibraryModules): Promise<number> {
  const packs = await openPacks({ paths, fixtures: flags.fixtures }, library)
  const { locateRules } = await library.engine()
  const named = paths.length > 0 ? paths.map((path) => locateRules(path)) : ['.']
  const folders = new Set([
    ...named.map((path) => (/\.(?:ya?ml|json)$/.test(path) ? dirname(path) : path)),
    ...packs.flatMap(({ fixtureFolder }) => fixtureFolder ?? []),
  ])
  let isAsked = false
  let wake = (): void => undefined
  for (const folder of folders)
    watch(folder, { recursive: true }, () => {
      isAsked = true
      wake()
    })
  for (;;) {
    isAsked = false
    await runTests(paths, flags, library).catch((error: unknown) => describeMistakes(error))
    await writeStream(process.stdout, 'Waiting for changes. Press Ctrl-C to stop.\n')
    // What --update wrote is no change of the author.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    if (flags.update === true) isAsked = false
    if (!isAsked) await new Promise<void>((resolve) => (wake = resolve))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  }
}

/** A rule in the middle of an edit may be wrong: its mistakes are printed, and the next change is waited for. */
async function describeMistakes(error: unknown): Promise<void> {
  if (!(error instanceof Error)) throw error
  if (hasDiagnostics(error)) await writeStream(process.stdout, `${formatDiagnostics(error.diagnostics)}\n`)
  else if (error instanceof CommandError || error.name === 'RuleFolderError') await writeStream(process.stdout, `assay: ${showText(error.message)}\n`)
  else throw error
}
