import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, all with the same mode. An existing folder stays unchanged. Throws the system's error. Node's own
 * `recursive` never returns below `/proc`, where creating a folder in an existing folder reports that the parent is missing.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  const above = dirname(path)
  if (above !== path && statSync(above, { throwIfNoEntry: false }) === undefined) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
