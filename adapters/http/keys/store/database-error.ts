/** What an operator can mend about a database. Names no address, which may hold a password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
