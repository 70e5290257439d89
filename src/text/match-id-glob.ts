/**
 * Whether a glob matches an id: `*` matches any characters, all other characters match themselves. Takes time proportional to the product of the
 * lengths at most.
 */
export function matchIdGlob(glob: string, id: string): boolean {
  let at = 0
  let position = 0
  let star = -1
  let retry = 0
  while (position < id.length) {
    if (glob[at] === '*') {
      star = at++
      retry = position
    } else if (glob[at] === id[position]) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++retry
    } else return false
  }
  while (glob[at] === '*') at++
  return at === glob.length
}
