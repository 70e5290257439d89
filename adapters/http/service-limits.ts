/** What the service allows. Times in milliseconds. */
export interface ServiceLimits {
  /** Bytes of one body, as sent and as decoded. */
  readonly maxBodyBytes: number
  /** Bytes of all bodies that are being received, waiting or scanned. */
  readonly maxBufferedBytes: number
  readonly maxFiles: number
  /** UTF-16 units. */
  readonly maxPathLength: number
  /** Without a byte of the body. */
  readonly bodyIdleMs: number
  /** For the whole body. */
  readonly bodyTotalMs: number
  /** JSON uploads by one anonymous address. */
  readonly anonymousPerMinute: number
  /** JSON uploads by one account, or by one address when there are no keys. */
  readonly bearerPerMinute: number
}

export const DEFAULT_LIMITS: ServiceLimits = {
  maxBodyBytes: 10 * 1024 * 1024,
  maxBufferedBytes: 256 * 1024 * 1024,
  maxFiles: 5_000,
  maxPathLength: 4_096,
  bodyIdleMs: 10_000,
  bodyTotalMs: 60_000,
  anonymousPerMinute: 5,
  bearerPerMinute: 30,
}
