import type { Finding } from '../../model/finding.ts'
import type { SuppressedFinding } from '../../model/suppression.ts'
import { findSecrets } from '../../text/find-secrets.ts'
import type { CodeFile } from './code-file.ts'
import { type FileOutline, outlineFile } from './outline-file.ts'
import { type ReducedLine, reduceCode } from './reduce-code.ts'
import type { TriageData } from './triage-data.ts'

/** A file as contexts show it. */
export interface ReadCode {
  readonly language: string
  readonly outline: FileOutline
  /** By line in the file. */
  readonly lines: ReadonlyMap<number, ReducedLine>
}

/** Reads a file of program code; undefined for other files. */
export type CodeReader = (path: string) => Promise<ReadCode | undefined>

/** Where code comes from, and what of it is hidden. */
export interface ReadingInput {
  /** All findings of the scan, also those that are not reported: where they are about secrets, code is masked. */
  readonly known: readonly Finding[]
  readonly suppressed: readonly SuppressedFinding[]
  /** The parsed file; undefined if it is gone or has no program code. */
  readonly openCode: (path: string) => Promise<CodeFile | undefined>
  readonly data: TriageData
}

/** Parses each file once. */
export function createCodeReader({ known, suppressed, openCode, data }: ReadingInput): CodeReader {
  const vocabulary = new Set(data.words)
  const read = new Map<string, Promise<ReadCode | undefined>>()
  const open = async (path: string): Promise<ReadCode | undefined> => {
    const code = await openCode(path)
    if (code === undefined) return undefined
    const secrets = findSecrets(
      code.text,
      code.lines,
      known.filter(({ file }) => file === path),
    )
    const secretLines = new Set(suppressed.flatMap(({ file, line }) => (file === path ? [line] : [])))
    const lines = reduceCode(code, { secrets, secretLines }, vocabulary)
    return { language: code.language, outline: outlineFile(code), lines: new Map(lines.map((line) => [line.line, line])) }
  }
  return (path) => {
    const opened = read.get(path) ?? open(path)
    read.set(path, opened)
    return opened
  }
}
