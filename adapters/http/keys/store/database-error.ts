/** A database error that an operator can fix. Contains no address, which may include a password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
