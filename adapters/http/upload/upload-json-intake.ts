import type { SourceFile } from '../../../src/node/index.ts'
import { findDeepBracket, MAX_NESTING } from '../json/find-deep-bracket.ts'
import { findUtf8Fault } from '../json/find-utf8-fault.ts'
import { type JsonFault, locateJsonFault } from '../json/locate-json-fault.ts'
import type { Problem } from '../problems/problems.ts'
import { readUpload } from './read-upload.ts'
import type { UploadLimits } from './read-upload.ts'

/** Files for the scanner, or the problem. */
export type UploadJson = { readonly kind: 'files'; readonly files: readonly SourceFile[] } | { readonly kind: 'refused'; readonly refusal: Problem }

/**
 * Reads the body of `POST /api/scans/upload-json` in a scanning thread. `JSON.parse` of 10 MB takes from 0.05 s (files) to a second (millions of
 * values), which would block the event loop.
 */
export function readBody(body: Uint8Array, limits: UploadLimits): UploadJson {
  const text = decode(body)
  if (typeof text !== 'string') return { kind: 'refused', refusal: text }
  const parsed = parse(text)
  if (parsed.kind === 'fault') return { kind: 'refused', refusal: parsed.problem }
  const upload = readUpload(parsed.value, limits)
  if (upload.kind === 'files') return upload
  const { faults } = upload
  const detail = faults.length === 1 ? 'The upload has one error.' : `The upload has ${faults.length} errors.`
  return { kind: 'refused', refusal: { name: 'invalid-upload', detail, members: { faults } } }
}

/** A byte order mark at the start is dropped, as RFC 8259 permits. */
function decode(body: Uint8Array): string | Problem {
  const fault = findUtf8Fault(body)
  if (fault === undefined) return new TextDecoder().decode(body)
  return { name: 'malformed-utf8', detail: `The byte at offset ${fault} does not start a UTF-8 character.`, members: { byteOffset: fault } }
}

function parse(text: string): { kind: 'value'; value: unknown } | { kind: 'fault'; problem: Problem } {
  const tooDeep = findDeepBracket(text)
  if (tooDeep !== undefined)
    return { kind: 'fault', problem: describeFault(text, { offset: tooDeep, expected: `at most ${MAX_NESTING} levels of nested brackets` }) }
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'fault', problem: describeFault(text, locateJsonFault(text) ?? { offset: 0, expected: 'a value' }) }
  }
}

function describeFault(text: string, { offset, expected }: JsonFault): Problem {
  const before = text.slice(0, offset)
  const line = before.split(/\r\n|\n|\r/).length
  const column = offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'))
  const place = offset === text.length ? 'The body ends too early' : 'The body is no JSON'
  const detail = `${place} at line ${line}, column ${column}: expected ${expected}.`
  return { name: 'malformed-json', detail, members: { line, column, offset, expected } }
}
