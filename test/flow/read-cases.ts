/** A small program, in one file or several, with the lines that must be reported. */
export interface FlowCase {
  readonly name: string
  readonly files: readonly { readonly path: string; readonly content: string }[]
  /** `path:line` of each sink that must be reported. */
  readonly expected: readonly string[]
  /** The same for flows that are known to be missed, or reported wrongly. */
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
}

/**
 * Reads a table: `=== name` begins a case, `--- path` a further file of it. A line that ends in a comment `BAD` must be reported, `TODO` should be and is not,
 * `WRONG` should not be and is; every other line must stay silent.
 */
export function readCases(table: string, path: string): FlowCase[] {
  return table
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n')
      const name = block.slice(0, end).trim()
      const [first = '', ...others] = block.slice(end + 1).split(/^--- /m)
      const files = [
        { path, content: first },
        ...others.map((other) => ({ path: other.slice(0, other.indexOf('\n')).trim(), content: other.slice(other.indexOf('\n') + 1) })),
      ].filter(({ content }) => content.trim() !== '')
      const marked = (word: string): string[] =>
        files.flatMap((file) =>
          file.content
            .split('\n')
            .flatMap((line, index) => (new RegExp(`(?://|#) ?${word}$`).test(line.trimEnd()) ? [`${file.path}:${index + 1}`] : [])),
        )
      return { name, files, expected: marked('BAD'), missed: marked('TODO'), wrong: marked('WRONG') }
    })
}

/** The same programs in another dialect: their files get its extension. */
export function inDialect(cases: readonly FlowCase[], extension: string): FlowCase[] {
  const moved = (path: string): string => path.replace(/\.js(?=$|:)/, extension)
  return cases.map(({ name, files, expected, missed, wrong }) => ({
    name,
    files: files.map(({ path, content }) => ({ path: moved(path), content })),
    expected: expected.map(moved),
    missed: missed.map(moved),
    wrong: wrong.map(moved),
  }))
}
