import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RuleInfo, ScanFile, SettingsGlob } from '../../../src/node/index.ts'
import type { Engine } from '../engine/library-modules.ts'
import type { Project } from './project.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { showText } from '../output/show-text.ts'

/** Finds globs without effect, which are usually misspelt. */
export interface GlobWatch {
  /** Passes the files on and records which globs match them. */
  through(files: AsyncIterable<ScanFile>): AsyncIterable<ScanFile>
  /** A sentence for each glob that matches no rule or no file. */
  describe(about: WatchedScan): readonly string[]
}

/** The rules and files of a scan. */
export interface WatchedScan {
  /** Undefined if other rules ran than the settings select. */
  readonly rules: readonly RuleInfo[] | undefined
  /** Whether all files of the project were listed. */
  readonly whole: boolean
}

type Matching = Pick<Engine, 'matchPaths' | 'matchIdGlob' | 'nearestWord'>

/** Watches the globs of the settings and of `--include` and `--exclude`. Throws `GlobError`. */
export function watchGlobs({ include = [], exclude = [] }: Pick<ScanFlags, 'include' | 'exclude'>, project: Project, engine: Matching): GlobWatch {
  const { globs } = project.settings
  const filters = [...include.map((glob) => ({ flag: '--include', glob })), ...exclude.map((glob) => ({ flag: '--exclude', glob }))]
  const ofFlags = filters.map((filter) => ({ ...filter, matches: engine.matchPaths([filter.glob]) }))
  const ofSettings = globs.filter(({ about }) => about !== 'rules').map((each) => ({ ...each, matches: engine.matchPaths([each.glob]) }))
  const idleFlags = new Set(ofFlags)
  const idleSettings = new Set(ofSettings)
  return {
    through: async function* (files) {
      for await (const file of files) {
        for (const each of idleFlags) if (each.matches(file.path)) idleFlags.delete(each)
        if (idleSettings.size > 0) {
          const path = project.pathOf(file.path)
          for (const each of idleSettings) if (each.matches(path)) idleSettings.delete(each)
        }
        yield file
      }
    },
    describe: ({ rules, whole }) => [
      ...[...idleFlags].map(({ flag, glob }) => `${flag} \`${showText(glob)}\` matches no scanned file.`),
      ...(rules === undefined ? [] : globs.filter(({ about }) => about === 'rules').flatMap((each) => describeRule(each, rules, engine))),
      ...(whole
        ? [...idleSettings].filter((each) => !isThere(each)).map((each) => `${placeOf(each)} \`${showText(each.glob)}\` matches no file.`)
        : []),
    ],
  }
}

function describeRule(each: SettingsGlob, rules: readonly RuleInfo[], { matchIdGlob, nearestWord }: Matching): readonly string[] {
  if (rules.some(({ id }) => matchIdGlob(each.glob, id))) return []
  const near = nearestWord(each.glob, new Set(rules.map(({ id }) => id)))
  const hint = near === undefined ? 'Run `assay rules list` to see all rules.' : `Did you mean \`${near}\`?`
  return [`${placeOf(each)} no active rule matches \`${showText(each.glob)}\`. ${hint}`]
}

/** A folder whose files are all ignored is not misspelt. */
function isThere({ glob, path }: SettingsGlob): boolean {
  return existsSync(join(dirname(resolve(path)), glob))
}

function placeOf({ path, line, column }: SettingsGlob): string {
  return `${showText(path)}:${line}:${column}:`
}
