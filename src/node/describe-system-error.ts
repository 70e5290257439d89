/** The system's error code, such as `EACCES`. The message would repeat paths. */
export function describeSystemError(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
}
