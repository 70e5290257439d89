import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { Logger } from './logger.ts'

/** Writes JSON lines to stderr or another stream. Stdout has only the line with the address. */
export function createLog(stream: DestinationStream = process.stderr): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } }, stream)
}
