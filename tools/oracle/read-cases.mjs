/**
 * A small program, in one file or several, with the lines that must be reported. `expected` has `path:line` of each sink that must be reported;
 * `missed` and `wrong` the same for flows that are known to be missed, or reported wrongly.
 *
 * @typedef {{ name: string, files: { path: string, content: string }[], expected: string[], missed: string[], wrong: string[] }} FlowCase
 */

/**
 * Reads a conformance table: `=== name` begins a case, `--- path` begins a further file of it. A line that ends in a comment `BAD` must be reported, `TODO` should be
 * reported and is not, `WRONG` is reported and should not be. No other line may be reported.
 *
 * @param {string} table
 * @param {string} path of the first file of each case
 * @returns {FlowCase[]}
 */
export function readCases(table, path) {
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
      return { name, files, expected: listMarked(files, 'BAD'), missed: listMarked(files, 'TODO'), wrong: listMarked(files, 'WRONG') }
    })
}

/**
 * The same programs in another dialect: their files get its extension.
 *
 * @param {readonly FlowCase[]} cases
 * @param {string} extension `.ts`
 * @returns {FlowCase[]}
 */
export function inDialect(cases, extension) {
  const move = (path) => path.replace(/\.js(?=$|:)/, extension)
  return cases.map(({ name, files, expected, missed, wrong }) => ({
    name,
    files: files.map(({ path, content }) => ({ path: move(path), content })),
    expected: expected.map(move),
    missed: missed.map(move),
    wrong: wrong.map(move),
  }))
}

function listMarked(files, word) {
  const marker = new RegExp(`(?://|#) ?${word}$`)
  return files.flatMap(({ path, content }) =>
    content.split('\n').flatMap((line, index) => (marker.test(line.trimEnd()) ? [`${path}:${index + 1}`] : [])),
  )
}
