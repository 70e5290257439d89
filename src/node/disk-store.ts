import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describeSystemError } from './describe-system-error.ts'
import { makeFolder } from './make-folder.ts'
import { readRegularFile } from './read-regular-file.ts'
import { replaceFile } from './replace-file.ts'
import type { ReportStore } from './report-store.ts'

/** A file with lines `CRC AGE KEY JSON` after a line with the format version. */
const FILE = 'reports.txt'
const FORMAT = 'assay reports 1'
/** Longer texts exceed the maximum length of a string. */
const MAX_BYTES = 2 ** 29
/** An entry is removed if it was not used in this number of writes. */
const MAX_AGE = 20

/** The file of a scan in its cache folder. */
export function cacheFile(folder: string): string {
  return join(folder, FILE)
}

interface Entry {
  readonly json: string
  age: number
}

/**
 * Stores values in a file of a folder, which is created if it is missing. Damaged lines are ignored. The file is replaced atomically, so parallel
 * scans are safe; the last one wins. `onFault` is called once if the folder cannot be used; then nothing is stored.
 */
export function openDiskStore(folder: string, onFault: (detail: string) => void): ReportStore {
  const path = cacheFile(folder)
  const entries = readEntries(path)
  let changed = false
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined) entry.age = 0
      return entry?.json
    },
    set: (key, json) => {
      entries.set(key, { json, age: 0 })
      changed = true
    },
    save: () => {
      if (!changed) return
      changed = false
      try {
        makeFolder(folder)
        replaceFile(path, writeEntries(entries))
      } catch (error) {
        onFault(`The cache folder \`${folder}\` cannot be written (${describeSystemError(error)}). The next scan starts without a cache.`)
      }
      for (const entry of entries.values()) entry.age++
    },
  }
}

function readEntries(path: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let text: string
  try {
    text = readRegularFile(path, MAX_BYTES)
  } catch {
    return entries
  }
  const [format, ...lines] = text.split('\n')
  if (format !== FORMAT) return entries
  for (const line of lines) {
    const [, sum, rest = ''] = /^([0-9a-f]{8}) (.*)$/s.exec(line) ?? []
    const [, age, key, json] = /^(\d+) (\S+) (.*)$/s.exec(rest) ?? []
    if (json !== undefined && key !== undefined && sum === checksum(rest)) entries.set(key, { json, age: Number(age) + 1 })
  }
  return entries
}

/** Also removes old entries, so that a program that stays open does not keep them. */
function writeEntries(entries: Map<string, Entry>): string {
  const lines = [FORMAT]
  for (const [key, { json, age }] of entries) {
    if (age > MAX_AGE) {
      entries.delete(key)
      continue
    }
    const rest = `${age} ${key} ${json}`
    lines.push(`${checksum(rest)} ${rest}`)
  }
  return `${lines.join('\n')}\n`
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
