/** What the service allows anybody. Times in milliseconds. */
export interface ServiceLimits {
  /** Bytes of one body, as sent and as decoded. */
  readonly maxBodyBytes: number
  /** Bytes of all bodies that are being received, waiting or scanned, and of all answers that clients are taking. */
  readonly maxBufferedBytes: number
  readonly maxFiles: number
  /** UTF-16 units. */
  readonly maxPathLength: number
  /** Of a ZIP archive, of all kinds. */
  readonly maxArchiveEntries: number
  /** Of all files of a ZIP archive that are scanned. */
  readonly maxInflatedBytes: number
  /** Without a byte of the body, and without the client taking one of the answer. */
  readonly bodyIdleMs: number
  /** For the whole body, and for as many bytes of an answer as a body may have. */
  readonly bodyTotalMs: number
}

/** What holds where nothing else is set. */
export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
  maxBodyBytes: 10 * 1024 * 1024,
  maxBufferedBytes: 128 * 1024 * 1024,
  maxFiles: 5_000,
  maxPathLength: 4_096,
  maxArchiveEntries: 50_000,
  maxInflatedBytes: 64 * 1024 * 1024,
  bodyIdleMs: 10_000,
  bodyTotalMs: 60_000,
}

/** The defaults, with what is given over them. Throws `RangeError` for a limit that is no whole number from 0, and for one that there is not. */
export function readServiceLimits(given: Partial<ServiceLimits> = {}): ServiceLimits {
  const limits: Record<keyof ServiceLimits, number> = { ...DEFAULT_SERVICE_LIMITS }
  for (const [name, limit] of Object.entries(given)) {
    if (limit === undefined) continue
    if (!isLimit(name))
      throw new RangeError(`\`limits.${name}\` is not a limit of the service. Limits: ${Object.keys(DEFAULT_SERVICE_LIMITS).join(', ')}.`)
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`\`limits.${name}\` must be a whole number from 0.`)
    limits[name] = limit
  }
  return limits
}

function isLimit(name: string): name is keyof ServiceLimits {
  return Object.hasOwn(DEFAULT_SERVICE_LIMITS, name)
}
