import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ForeignFormat, ForeignRules } from '../../../../src/node/index.ts'
import type { LibraryModules, Engine } from '../../engine/library-modules.ts'
import { formatImport } from '../../messages/format-import.ts'
import { countOf } from '../../output/format-number.ts'
import { writeStream } from '../../output/write-output.ts'
import { CommandError } from '../../process/command-error.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'

/** Flags of `assay rules import`. */
export interface ImportFlags {
  readonly out?: string
  readonly force?: boolean
  readonly format: 'text' | 'json'
}

/** `assay rules import <format> <file…>`: writes native rules to a folder or the standard output, and a report. */
export async function importRuleFiles(format: ForeignFormat, files: readonly string[], flags: ImportFlags, library: LibraryModules): Promise<number> {
  const engine = await library.engine()
  const imported = await engine.importForeign(files, { format })
  if (imported.found === 0) throw new CommandError(EXIT_CODES.wrongUsage, `no rule in the format of ${format} was found in ${files.join(', ')}.`)
  if (flags.out !== undefined) await writeFolder(flags.out, imported, flags, engine)
  if (flags.format === 'json') await writeStream(process.stdout, `${JSON.stringify({ format, ...imported }, undefined, 2)}\n`)
  else {
    if (flags.out === undefined) await writeStream(process.stdout, imported.rules.map(engine.writeRule).join('---\n'))
    await writeStream(process.stderr, `${formatImport(imported)}\n`)
  }
  return imported.rules.length === imported.found ? EXIT_CODES.passed : EXIT_CODES.incomplete
}

/** Refuses to replace files before it writes the first one. */
async function writeFolder(folder: string, { rules }: ForeignRules, { force, format }: ImportFlags, engine: Engine): Promise<void> {
  const files = rules.map((rule) => ({ path: join(folder, `${rule.spec.id}.yaml`), text: engine.writeRule(rule) }))
  for (const { path } of force === true ? [] : files) {
    if ((await stat(path).catch(() => undefined)) !== undefined)
      throw new CommandError(EXIT_CODES.wrongUsage, `\`${path}\` exists. Use --force to replace it, or name another folder with --out.`)
  }
  await mkdir(folder, { recursive: true })
  for (const { path, text } of files) await writeFile(path, text)
  if (format === 'text') await writeStream(process.stdout, `wrote ${countOf(files.length, 'rule')} to ${folder}\n`)
}
