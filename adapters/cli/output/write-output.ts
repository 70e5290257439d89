import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { checkTarget, LEADS_OUT, leavesProject } from '../files/check-target.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { showText } from './show-text.ts'

/** Refuses an unwritable target before the scan starts. */
export async function checkOutput(file: string, flag = '--output'): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new CommandError(EXIT_CODES.wrongUsage, `${flag}: the folder \`${dirname(file)}\` does not exist. Create it first.`)
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new CommandError(EXIT_CODES.wrongUsage, `${flag}: \`${file}\` is a folder. Give the path of a file.`)
  const target = checkTarget(file)
  if (target.kind === 'refused') throw refuse(file, target.why, flag)
  if (target.kind === 'stream') return
  // Replacing a regular file changes its folder.
  const place = target.kind === 'file' ? dirname(file) : file
  await access(place, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      EXIT_CODES.incomplete,
      `${flag}: \`${place}\` is not writable (${error.code}). Check its permissions, or use another path.`,
    )
  })
}

/**
 * Writes a report atomically: readers never see a part of it, and the old report stays if the disk is full. A new file with a random name is created
 * in the same folder and renamed, so no link is followed. Pipes, devices and streams of the process are written directly.
 */
export async function writeOutput(file: string, text: string, flag = '--output'): Promise<void> {
  const target = checkTarget(file)
  if (target.kind === 'refused') throw refuse(file, target.why, flag)
  try {
    if (target.kind === 'stream') await writeOwnStream(resolve(file), text)
    else if (target.kind === 'special') await writeSpecial(file, text)
    else await replaceOutput(file, text)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new CommandError(EXIT_CODES.incomplete, `the report could not be written to \`${file}\` (${code}). Scan again with another ${flag}.`)
  }
}

/** Refuses a target folder that a link of the project redirects. */
export function checkFolder(folder: string, flag: string): void {
  if (leavesProject(resolve(folder), process.cwd())) throw refuse(folder, LEADS_OUT, flag)
}

function refuse(file: string, why: string, flag: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, `${flag}: \`${showText(file)}\` ${why}.`)
}

async function replaceOutput(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(draft, text, { flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** If stdout or stderr is a file, opening it again would truncate it. */
async function writeOwnStream(path: string, text: string): Promise<void> {
  if (/(?:stdout|fd\/1)$/.test(path)) return writeStream(process.stdout, text)
  if (/(?:stderr|fd\/2)$/.test(path)) return writeStream(process.stderr, text)
  await writeFile(path, text)
}

/** Waits for the reader of a pipe. */
async function writeSpecial(file: string, text: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** Writes to a stream and waits until the data is accepted. A closed pipe (`| head`) is no error. */
export function writeStream(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !('code' in error && error.code === 'EPIPE')) reject(error)
      else resolve()
    })
  })
}
