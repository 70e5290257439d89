/** An error that ends a command. The message tells the user what to do next and is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
