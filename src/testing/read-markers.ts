/** What a comment in sample code says of a line: it must be reported, it must not, or one of the two is known to be wrong still. */
export type MarkerKind = 'ruleid' | 'ok' | 'todoruleid' | 'todook'

/** One rule id of one marker. */
export interface Marker {
  readonly kind: MarkerKind
  readonly rule: string
  /** The line it speaks of, from 1. */
  readonly target: number
  /** Its own line. */
  readonly line: number
}

/** A marker that cannot be read. */
export interface MarkerFault {
  readonly line: number
  readonly message: string
  readonly hint: string
}

/** What the comments of a file say. */
export interface Markers {
  readonly markers: readonly Marker[]
  readonly faults: readonly MarkerFault[]
}

const OPENER = String.raw`(?:\/\/+|#+|--|;+|\/\*+|\*|<!--|%+)`
const MARKER = new RegExp(String.raw`^\s*(?:\{\s*)?${OPENER}\s*(ruleid|ok|todoruleid|todook)\s*:(.*)$`)
/** `ok:` after code may be somebody's remark. */
const AFTER_CODE = /(?:\/\/|#|--|;|\*|<!--|%)\s*(?:ruleid|todoruleid|todook)\s*:/g
const CLOSER = /(?:\*\/(?:\s*\})?|-->|#\})\s*$/
/** Blank lines, and lines that only close the comment a marker stands in. */
const EMPTY = /^\s*(?:(?:\*\/(?:\s*\})?|-->)\s*)?$/
const RULE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const FORM = 'write `ruleid: rule-a, rule-b`, and a reason, if any, after ` -- `'

/**
 * Reads the markers of a text in any language: comments of one line that stand alone and begin with `ruleid:`, `ok:`, `todoruleid:` or `todook:`. Each speaks of
 * the next line that is neither blank nor a marker.
 */
export function readMarkers(text: string): Markers {
  const lines = text.split(/\r\n|\n|\r/)
  const markers: Marker[] = []
  const faults: MarkerFault[] = []
  for (const [index, written] of lines.entries()) {
    const line = index + 1
    const found = MARKER.exec(written)
    if (found === null) {
      if (isAfterCode(written))
        faults.push({ line, message: 'A marker after code has no effect.', hint: 'put it on its own line, above the line that it refers to' })
      continue
    }
    const [, kind = '', rest = ''] = found
    const target = targetOf(lines, index)
    if (target === undefined) faults.push({ line, message: 'No line follows this marker.', hint: 'put it above the line it speaks of' })
    else readIds({ kind: toKind(kind), rest: rest.trim().replace(CLOSER, '').trimEnd(), target, line }, markers, faults)
  }
  return { markers, faults }
}

/**
 * Reads the markers of a file that can hold no comments, from the file beside it with `.expect` added to its name. Each line is the number of a line and a
 * marker: `3 ruleid: dependency-from-url`. Blank lines, and lines that begin with `#`, are passed over.
 */
export function readExpectations(text: string, lineCount: number): Markers {
  const markers: Marker[] = []
  const faults: MarkerFault[] = []
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    if (/^\s*(?:#|$)/.test(written)) continue
    const found = /^\s*(\d+)\s+(ruleid|ok|todoruleid|todook)\s*:\s*(.*?)\s*$/.exec(written)
    const [, target = '0', kind = '', rest = ''] = found ?? []
    if (found === null) faults.push({ line, message: 'This is no line number with a marker.', hint: 'write `3 ruleid: rule-a`' })
    else if (Number(target) < 1 || Number(target) > lineCount)
      faults.push({ line, message: `The file has no line ${target}.`, hint: `it has ${lineCount}` })
    else readIds({ kind: toKind(kind), rest, target: Number(target), line }, markers, faults)
  }
  return { markers, faults }
}

interface Written extends Omit<Marker, 'rule'> {
  readonly rest: string
}

function readIds({ rest, ...place }: Written, markers: Marker[], faults: MarkerFault[]): void {
  const [ids = ''] = rest.split(/(?:^|\s)--(?:\s|$)/, 1)
  for (const rule of ids.split(',').map((id) => id.trim())) {
    if (RULE_ID.test(rule)) markers.push({ ...place, rule })
    else faults.push({ line: place.line, message: rule === '' ? 'Here a rule id is missing.' : `\`${rule}\` is no rule id.`, hint: FORM })
  }
}

function targetOf(lines: readonly string[], index: number): number | undefined {
  for (let at = index + 1; at < lines.length; at++) if (!EMPTY.test(lines[at] ?? '') && !MARKER.test(lines[at] ?? '')) return at + 1
  return undefined
}

function toKind(written: string): MarkerKind {
  return written === 'ruleid' || written === 'todoruleid' || written === 'todook' ? written : 'ok'
}

/** Whether a marker stands behind code. */
function isAfterCode(line: string): boolean {
  const first = line.search(/\S/)
  return [...line.matchAll(AFTER_CODE)].some(({ index }) => index > first)
}
