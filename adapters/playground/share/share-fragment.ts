import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import type { PlaygroundState } from './playground-state.ts'

/** The format of the fragment. Links of an unknown format are ignored. */
const PREFIX = '#v1='

/** Bytes of a decompressed link. A small link could otherwise contain gigabytes. */
const MAX_BYTES = 2_000_000

/** The fragment of a link that reproduces the state. Browsers never send the fragment to a server. */
export function toFragment({ rule, path, code }: PlaygroundState): string {
  const bytes = deflateSync(strToU8(JSON.stringify([rule, path, code])), { level: 9 })
  return PREFIX + toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The state of a fragment, or undefined if it has another format or is damaged. */
export function readFragment(fragment: string): PlaygroundState | undefined {
  if (!fragment.startsWith(PREFIX)) return undefined
  try {
    const bytes = fromBase64(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'))
    const parts: unknown = JSON.parse(strFromU8(inflateSync(bytes, { out: new Uint8Array(MAX_BYTES) })))
    if (!Array.isArray(parts)) return undefined
    const [rule, path, code]: unknown[] = parts
    return typeof rule === 'string' && typeof path === 'string' && typeof code === 'string' ? { rule, path, code } : undefined
  } catch {
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
