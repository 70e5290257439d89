import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Finding } from '../../../src/node/index.ts'
import { showText } from '../output/show-text.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** What reviewers said about findings. */
export interface Verdicts {
  /** `right`, `wrong` or another word. Undefined for a finding without a verdict. Paths of verdicts are relative to one of the folders. */
  of(finding: Pick<Finding, 'rule' | 'file' | 'line'>, folders: readonly string[]): string | undefined
}

interface Verdict {
  readonly rule: string
  readonly file: string
  readonly line: number
  readonly verdict: string
}

/**
 * Reads files with verdicts, or folders of them: YAML lists of `{ rule, file, line, verdict }`, where `verdict` is `right`, `wrong` or another word,
 * and further keys are for readers. Throws `CommandError` for other files.
 */
export function readVerdicts(paths: readonly string[]): Verdicts {
  const known = new Map<string, string>()
  for (const path of paths.flatMap(listFiles))
    for (const { rule, file, line, verdict } of readFile(path)) known.set(`${rule} ${line} ${file}`, verdict)
  return {
    of: ({ rule, file, line }, folders) => {
      const inside = folders.map((folder) => (folder.endsWith('/') ? folder : `${folder}/`)).find((folder) => file.startsWith(folder))
      return known.get(`${rule} ${line} ${inside === undefined ? file : file.slice(inside.length)}`) ?? known.get(`${rule} ${line} ${file}`)
    },
  }
}

function listFiles(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw refuse(path, 'does not exist.')
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

function readFile(path: string): readonly Verdict[] {
  let read: unknown
  try {
    read = parse(readFileSync(path, 'utf8'))
  } catch {
    throw refuse(path, 'is not YAML.')
  }
  if (Array.isArray(read) && read.every(isVerdict)) return read
  throw refuse(path, 'is not a list of verdicts. Each entry needs `rule`, `file`, `line` and `verdict`.')
}

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false
  const isText = (key: string): boolean => typeof Reflect.get(value, key) === 'string'
  return isText('rule') && isText('file') && isText('verdict') && typeof Reflect.get(value, 'line') === 'number'
}

function refuse(path: string, why: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, `--verdicts: \`${showText(path)}\` ${why}`)
}
