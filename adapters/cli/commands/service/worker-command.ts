import { CommandError } from '../../process/command-error.ts'
import type { LibraryModules } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { nextSignal } from '../../process/next-signal.ts'
import { readServeSettings, type ServeFlags, startOrExplain } from './serve-command.ts'
import { writeStream } from '../../output/write-output.ts'

/** Milliseconds that the queue client has to close. */
const LEFT_MS = 500

/**
 * `assay worker`: processes jobs of the queue until SIGINT or SIGTERM, then finishes or returns its current jobs. A second signal ends the process
 * immediately.
 */
export async function runWorker(flags: ServeFlags, library: LibraryModules): Promise<number> {
  const service = await library.service()
  const { queue, host, port, scans, tiers, metricsToken } = await readServeSettings(flags, service)
  if (queue === undefined)
    throw new CommandError(EXIT_CODES.wrongUsage, 'a worker requires a queue. Set ASSAY_QUEUE__REDIS_URL, or `queue` in the settings file.')
  const { queueLimit: _, ...own } = scans ?? {}
  const stopped = nextSignal()
  const { redisUrl } = queue
  const options = { redisUrl, host, port, scans: own, tiers, metricsToken, log: service.createLog() }
  const worker = await startOrExplain(() => service.startWorker(options))
  await writeStream(process.stdout, `assay worker is listening on ${worker.url}\n`)
  await stopped
  await worker.close()
  // If Redis is down, the queue client waits forever for a connection and keeps the process alive.
  setTimeout(() => process.exit(EXIT_CODES.passed), LEFT_MS).unref()
  return EXIT_CODES.passed
}
