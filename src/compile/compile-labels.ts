/**
 * Compiles `requires`: labels combined by `and`, `or`, `not` and parentheses. The loader reports mistakes; here a malformed expression is never true.
 */
export function compileLabels(written: string): (labels: ReadonlySet<string>) => boolean {
  const words = written.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  type Test = (labels: ReadonlySet<string>) => boolean
  const readTerm = (): Test => {
    const word = words[at++]
    if (word === 'not') {
      const inner = readTerm()
      return (labels) => !inner(labels)
    }
    if (word === '(') {
      const inner = readAny()
      at++
      return inner
    }
    return word === undefined ? () => false : (labels) => labels.has(word)
  }
  const readAll = (): Test => {
    const terms = [readTerm()]
    while (words[at] === 'and') {
      at++
      terms.push(readTerm())
    }
    return (labels) => terms.every((term) => term(labels))
  }
  const readAny = (): Test => {
    const terms = [readAll()]
    while (words[at] === 'or') {
      at++
      terms.push(readAll())
    }
    return (labels) => terms.some((term) => term(labels))
  }
  return readAny()
}
