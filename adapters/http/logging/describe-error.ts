/** Name and stack frames of an error, without its message, which may quote source text. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const stack = error.stack ?? ''
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length)
  const frames = afterMessage.split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames].join('\n')
}
