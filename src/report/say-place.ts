interface Place {
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** `file:line:column`, without the unknown parts. */
export function sayPlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
}
