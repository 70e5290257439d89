/** The statement of a comment about a line: it must be reported, it must not be reported, or the rule is known to be wrong about it. */
export type MarkerKind = 'ruleid' | 'ok' | 'todoruleid' | 'todook'

/** One rule id of one marker. */
export interface Marker {
  readonly kind: MarkerKind
  readonly rule: string
  /** The line that it applies to, from 1. */
  readonly target: number
  /** The line of the marker. */
  readonly line: number
}

/** A marker that cannot be read. */
export interface MarkerFault {
  readonly line: number
  readonly message: string
  readonly hint: string
}

/** The markers of a file. */
export interface Markers {
  readonly markers: readonly Marker[]
  readonly faults: readonly MarkerFault[]
}

const OPENER = String.raw`(?:\/\/+|#+|--|;+|\/\*+|\*|<!--|%+)`
const MARKER = new RegExp(String.raw`^\s*(?:\{\s*)?${OPENER}\s*(ruleid|ok|todoruleid|todook)\s*:(.*)$`)
/** `ok:` after code may be an ordinary comment. */
const AFTER_CODE = /(?:\/\/|#|--|;|\*|<!--|%)\s*(?:ruleid|todoruleid|todook)\s*:/g
const CLOSER = /(?:\*\/(?:\s*\})?|-->|#\})\s*$/
/** Blank lines, and lines that only close the comment of a marker. */
const EMPTY = /^\s*(?:(?:\*\/(?:\s*\})?|-->)\s*)?$/
const RULE_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const FORM = 'write `ruleid: rule-a, rule-b`, and a reason, if any, after ` -- `'

/**
 * Reads the markers of a text in any language: single-line comments without code that begin with `ruleid:`, `ok:`, `todoruleid:` or `todook:`. Each
 * applies to the next line that is neither blank nor a marker.
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
 * Reads the markers of a file without comment syntax from its `.expect` file. Each line has a line number and a marker: `3 ruleid:
 * dependency-from-url`. Blank lines and lines that begin with `#` are ignored.
 */
export function readExpectations(text: string, lineCount: number): Markers {
  const markers: Marker[] = []
  const faults: MarkerFault[] = []
  for (const [index, written] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    if (/^\s*(?:#|$)/.test(written)) continue
    const found = /^\s*(\d+)\s+(ruleid|ok|todoruleid|todook)\s*:\s*(.*?)\s*$/.exec(written)
    const [, target = '0', kind = '', rest = ''] = found ?? []
    if (found === null) faults.push({ line, message: 'Expected the number of a line that has a marker.', hint: 'write `3 ruleid: rule-a`' })
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

/** Whether a marker follows code on its line. */
function isAfterCode(line: string): boolean {
  const first = line.search(/\S/)
  return [...line.matchAll(AFTER_CODE)].some(({ index }) => index > first)
}
