/** The system's short code for a failure, such as `EACCES`; the message would repeat paths. */
export function describeSystemError(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
}
