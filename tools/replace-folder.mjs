import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Moves a folder to the place of another. */
export function replaceFolder(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { recursive: true, force: true })
  renameSync(from, to)
}
