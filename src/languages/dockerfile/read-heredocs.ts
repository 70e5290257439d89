import type { DocumentScalar } from '../../model/document.ts'
import { lineAt } from './logical-lines.ts'

/** The here-documents after an instruction, and where the line after them starts. */
export interface Heredocs {
  readonly bodies: readonly DocumentScalar[]
  /** After the last closing word; `next` when there is no here-document. */
  readonly end: number
  readonly next: number
  /** Some here-document is never closed: none is read. */
  readonly isOpen: boolean
}

/** Reads the bodies that `<<WORD` in an instruction announces, from the line after it. The value of each is its text, its place the same. */
export function readHeredocs(text: string, instruction: string, from: number): Heredocs {
  const bodies: DocumentScalar[] = []
  let next = from
  let end = from
  for (const [, dash, , word] of instruction.matchAll(MARKER)) {
    const body = readBody(text, next, word, dash === '-')
    if (body === undefined) return { bodies: [], end: from, next: from, isOpen: true }
    bodies.push(body.node)
    next = body.next
    end = body.end
  }
  return { bodies, end, next, isOpen: false }
}

const MARKER = /(?<!<)<<(-?)(["']?)([A-Za-z_][\w.]*)\2/g

function readBody(text: string, from: number, word: string, isIndented: boolean): { node: DocumentScalar; end: number; next: number } | undefined {
  const lines: string[] = []
  for (let line = lineAt(text, from); line.start < text.length; line = lineAt(text, line.next)) {
    let source = text.slice(line.start, line.end)
    if (isIndented) source = source.replace(/^\t+/, '')
    if (source === word) {
      const place = lines.length > 0 ? { start: from, end: line.start } : { start: from, end: from }
      return { node: { kind: 'scalar', ...place, value: lines.map((text) => `${text}\n`).join('') }, end: line.end, next: line.next }
    }
    lines.push(source)
  }
  return undefined
}
