/** Limits of the service for all callers. Times are in milliseconds. */
export interface ServiceLimits {
  /** Bytes of one body, as sent and as decoded. */
  readonly maxBodyBytes: number
  /** Bytes of all bodies that are being received, waiting or scanned, and of all answers that clients are taking. */
  readonly maxBufferedBytes: number
  readonly maxFiles: number
  /** UTF-16 units. */
  readonly maxPathLength: number
  /** Entries of all kinds in a ZIP archive. */
  readonly maxArchiveEntries: number
  /** Total size of all scanned files of a ZIP archive. */
  readonly maxInflatedBytes: number
  /** Maximum time without a byte of the body, or without the client reading the answer. */
  readonly bodyIdleMs: number
  /** Maximum time for the whole body, and for the same number of bytes of an answer. */
  readonly bodyTotalMs: number
}

/** The default limits. */
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

/** The default limits with overrides. Throws `RangeError` for a value that is no integer from 0, and for unknown limits. */
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
