import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file beside its place and moves it there, so that whoever reads at the same time gets the old one or the new one whole. Nobody can have put a link
 * where it is written first: its name is not known, and what is there is not opened. Throws the system's error, and leaves nothing behind then. Mode 666 by
 * default, less what the process masks.
 */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
