import { readFileSync } from 'node:fs'
import type { Finding } from '../../../src/node/index.ts'
import { showText } from '../output/show-text.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** Reads a baseline of the history: the known findings as keys. Throws `CommandError` for a file that is none. */
export function readHistoryBaseline(file: string): ReadonlySet<string> {
  const entries = parse(file)
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw refuse(file, 'is not a baseline of the history. Create one with assay scan --history --write-baseline.')
  return new Set(entries.map(({ blob, rule, line }) => `${blob} ${rule} ${line}`))
}

/** The key of a finding: its blob, rule and line. A blob never changes. */
export function keyOfFinding({ commit, rule, line }: Finding): string {
  return `${commit?.blob ?? ''} ${rule} ${line}`
}

/** A baseline as JSON, one finding a line, in order. */
export function formatHistoryBaseline(findings: readonly Finding[]): string {
  const lines = findings.map(({ rule, file, line, commit }) => JSON.stringify({ blob: commit?.blob, rule, line, file, commit: commit?.id }))
  return `[\n${lines.sort().join(',\n')}\n]\n`
}

interface Entry {
  readonly blob: string
  readonly rule: string
  readonly line: number
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  return (
    'blob' in value &&
    typeof value.blob === 'string' &&
    'rule' in value &&
    typeof value.rule === 'string' &&
    'line' in value &&
    typeof value.line === 'number'
  )
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error
    throw refuse(file, isMissing ? 'cannot be read. Create it with assay scan --history --write-baseline.' : 'is not JSON.')
  }
}

function refuse(file: string, why: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, `--baseline: \`${showText(file)}\` ${why}`)
}
