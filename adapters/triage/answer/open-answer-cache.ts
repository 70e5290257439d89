import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps answers by the content of their requests. */
export interface AnswerCache {
  read(key: string): string | undefined
  write(key: string, answer: string): void
}

/** The key of a request: everything that may change its answer. */
export function keyOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const MAX_KEPT = 10_000

/** Keeps answers in memory. */
export function createMemoryCache(): AnswerCache {
  const answers = new Map<string, string>()
  return {
    read: (key) => answers.get(key),
    write: (key, answer) => {
      if (answers.size >= MAX_KEPT) answers.clear()
      answers.set(key, answer)
    },
  }
}

/** Keeps answers as files of a folder. A folder that cannot be used keeps nothing. Whoever can write to it can decide answers, which are checked like those of the model. */
export function createFolderCache(folder: string): AnswerCache {
  const fileOf = (key: string): string => join(folder, `${key}.json`)
  return {
    read: (key) => {
      try {
        return readFileSync(fileOf(key), 'utf8')
      } catch {
        return undefined
      }
    },
    write: (key, answer) => {
      const temporary = join(folder, `${randomUUID()}.tmp`)
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(temporary, answer, { mode: 0o600 })
        renameSync(temporary, fileOf(key))
      } catch {
        // The answer is asked for again next time.
      }
    },
  }
}
