import type { Doors } from './doors.ts'
import { EXIT_CODES } from './exit-codes.ts'

export interface ServeFlags {
  readonly port?: number
  readonly host?: string
  readonly config?: string
}

/** `assay serve`: runs the service until SIGINT or SIGTERM, then lets it finish what it began. */
export async function runServe(flags: ServeFlags, doors: Doors): Promise<number> {
  const { startServer } = await doors.service()
  await startServer(flags)
  return EXIT_CODES.passed
}
