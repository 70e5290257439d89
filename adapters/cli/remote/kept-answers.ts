import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Answers of an unfinished scan, so that the next scan can resume. Errors of this cache are ignored. */
export interface KeptAnswers {
  find(body: string): unknown
  keep(body: string, value: unknown): void
  /** Removes the answers of a finished scan. */
  forget(): void
}

const LIFE = 60 * 60 * 1000

/**
 * Stores answers in a folder for an hour, by request, service and key. They contain results but no source text. Without a folder nothing is stored.
 */
export function openKeptAnswers(folder: string | undefined, server: string, key: string | undefined): KeptAnswers {
  const used = new Set<string>()
  const fileOf = (body: string): string | undefined => {
    if (folder === undefined) return undefined
    const name = createHash('sha256')
      .update(JSON.stringify([server, key ?? '', body]))
      .digest('hex')
    const file = join(folder, `${name}.json`)
    used.add(file)
    return file
  }
  if (folder !== undefined) dropOld(folder)
  return {
    find: (body) => {
      const file = fileOf(body)
      return file === undefined ? undefined : orNothing(() => JSON.parse(readFileSync(file, 'utf8')))
    },
    keep: (body, value) => {
      const file = fileOf(body)
      if (file === undefined || folder === undefined) return
      orNothing(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
      orNothing(() => writeFileSync(file, JSON.stringify(value), { mode: 0o600 }))
    },
    forget: () => {
      for (const file of used) orNothing(() => rmSync(file, { force: true }))
    },
  }
}

function dropOld(folder: string): void {
  const names = orNothing(() => readdirSync(folder)) ?? []
  for (const name of names) {
    const file = join(folder, name)
    orNothing(() => {
      if (Date.now() - statSync(file).mtimeMs > LIFE) rmSync(file, { force: true })
    })
  }
}

function orNothing<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
