/** `a.{b,c}` stands for `a.b` and `a.c`. */
export function expandBraces(name: string): readonly string[] {
  const found = name.includes('{') ? /\{([^{}]*)\}/.exec(name) : null
  if (found === null) return [name]
  const [whole, words = ''] = found
  const [before, after] = [name.slice(0, found.index), name.slice(found.index + whole.length)]
  return words.split(',').flatMap((word) => expandBraces(`${before}${word.trim()}${after}`))
}
