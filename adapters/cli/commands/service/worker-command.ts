import { CommandError } from '../../process/command-error.ts'
import type { Doors } from '../../engine/doors.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'
import { nextSignal } from '../../process/next-signal.ts'
import { readServeSettings, type ServeFlags, startOrExplain } from './serve-command.ts'
import { writeStream } from '../../output/write-output.ts'

/** Milliseconds that the client of the queue has to end by itself. */
const LEFT_MS = 500

/** `assay worker`: does scans of the queue until SIGINT or SIGTERM, then finishes what it has in hand or hands it back. A second signal ends the process at once. */
export async function runWorker(flags: ServeFlags, doors: Doors): Promise<number> {
  const service = await doors.service()
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
  // While Redis is down the client of the queue waits for a connection that never comes, and keeps the process alive.
  setTimeout(() => process.exit(EXIT_CODES.passed), LEFT_MS).unref()
  return EXIT_CODES.passed
}
