import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, all with the same mode. One that is there, or is made by another process meanwhile, stays as it is.
 * Throws the system's error. Node's own `recursive` never returns below `/proc`, where a folder that is there says that it is not when one is made in it.
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
