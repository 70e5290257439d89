import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { Logger } from './logger.ts'

/** JSON lines, on stderr unless another stream is given: stdout belongs to the one line that tells the address. */
export function createLog(stream: DestinationStream = process.stderr): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } }, stream)
}
