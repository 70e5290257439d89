import { startGit } from '../git/run-git.ts'
import type { BlobOrigin } from './list-blobs.ts'

/** A blob with its content. `skipped` says why there is none. */
export interface ReadBlob extends BlobOrigin {
  readonly content?: Uint8Array
  readonly skipped?: 'too-large' | 'missing'
}

/** Reads blobs in order with one process of git. Larger ones are passed over without holding their content. */
export async function* readBlobs(cwd: string, origins: AsyncIterable<BlobOrigin>, maxBytes: number): AsyncGenerator<ReadBlob> {
  const child = startGit(cwd, ['cat-file', '--batch'])
  const asked: BlobOrigin[] = []
  let failure: unknown
  const feeding = (async () => {
    for await (const origin of origins) {
      asked.push(origin)
      if (!child.stdin.write(`${origin.blob}\n`)) await new Promise((resolve) => child.stdin.once('drain', resolve).once('close', resolve))
    }
  })()
    .catch((error: unknown) => void (failure = error))
    .finally(() => child.stdin.end())
  try {
    for await (const answer of readAnswers(child.stdout, maxBytes)) {
      const origin = asked.shift()
      if (origin !== undefined) yield { ...origin, ...answer }
    }
    await feeding
    if (failure !== undefined) throw failure
  } finally {
    child.kill()
  }
}

type Answer = Pick<ReadBlob, 'content' | 'skipped'>

/** Reads `ID blob SIZE`, a line end, the content and a line end; or `ID missing`. */
async function* readAnswers(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Answer> {
  let head = ''
  /** Bytes of content and its line end that are still to come. */
  let left = 0
  let kept: Buffer[] | undefined
  for await (const chunk of stream) {
    let from = 0
    while (from < chunk.length) {
      if (left > 0) {
        const part = chunk.subarray(from, from + left)
        kept?.push(part)
        left -= part.length
        from += part.length
        if (left === 0) yield kept === undefined ? { skipped: 'too-large' } : { content: Buffer.concat(kept).subarray(0, -1) }
        continue
      }
      const end = chunk.indexOf(10, from)
      head += chunk.toString('latin1', from, end < 0 ? chunk.length : end)
      from = end < 0 ? chunk.length : end + 1
      if (end < 0) continue
      const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(head)?.[1]
      head = ''
      if (size === undefined) yield { skipped: 'missing' }
      else {
        left = Number(size) + 1
        kept = Number(size) > maxBytes ? undefined : []
      }
    }
  }
}
