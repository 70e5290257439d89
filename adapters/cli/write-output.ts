import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'
import { EXIT_CODES } from './exit-codes.ts'

/** Refuses a place that cannot be written to before time is spent on what is to be written there. */
export async function checkOutput(file: string, flag = '--output'): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new CommandError(EXIT_CODES.wrongUsage, `${flag}: the folder \`${dirname(file)}\` does not exist. Create it first.`)
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new CommandError(EXIT_CODES.wrongUsage, `${flag}: \`${file}\` is a folder. Name a file in it.`)
  // A plain file is replaced, which is a change of its folder.
  const place = (await isPlain(file)) ? dirname(file) : file
  await access(place, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    // A link whose target is still to be made.
    if (error.code === 'ENOENT') return
    throw new CommandError(
      EXIT_CODES.incomplete,
      `${flag}: \`${place}\` cannot be written to (${error.code}). Check its permissions, or name another place.`,
    )
  })
}

/**
 * Writes a report whole or not at all: a reader never sees half of one, and an old one stays when the disk is full. Nobody can have put a link where it is written
 * first: its name is not known, and what is there is not opened.
 */
export async function writeOutput(file: string, text: string, flag = '--output'): Promise<void> {
  const draft = (await isPlain(file)) ? `${file}.${randomBytes(6).toString('hex')}.tmp` : file
  try {
    await writeFile(draft, text, { flag: draft === file ? 'w' : 'wx' })
    if (draft !== file) await rename(draft, file)
  } catch (error) {
    if (draft !== file) await rm(draft, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new CommandError(
      EXIT_CODES.incomplete,
      `The report cannot be written to \`${file}\` (${code}). Nothing is lost but the report: scan again with another ${flag}.`,
    )
  }
}

/** Whether it is a file, or can become one, that may be replaced by another; not a link, pipe or device. */
function isPlain(file: string): Promise<boolean> {
  return lstat(file).then(
    (found) => found.isFile(),
    () => true,
  )
}

/** Writes to a stream and waits until it is taken. A reader that has gone (`| head`) is no error: it has seen enough. */
export function writeStream(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !('code' in error && error.code === 'EPIPE')) reject(error)
      else resolve()
    })
  })
}
