/** `def f[`, `class A[` and `type X[`. */
const TYPE_PARAMETERS = /^[ \t]*(?:async[ \t]+)?(?:def|class|type)[ \t]+\w+[ \t]*\[/gm
/** Longer lists of type parameters are not looked through. */
const LONGEST = 2_000
/** An import that is done when the module is first used (PEP 810). */
const LAZY = /^([ \t]*)lazy(?=[ \t]+(?:import|from)\b)/gm

/** Writes what the grammar does not know yet as something that it does, character for character. Called for texts with an error alone. */
export function writePlainer(text: string): string | undefined {
  const plainer = blankDefaults(text.replace(LAZY, '$1    '))
  return plainer === text ? undefined : plainer
}

/** Defaults of type parameters (PEP 696): `class A[T = int]`. */
function blankDefaults(text: string): string {
  const characters = [...text.matchAll(TYPE_PARAMETERS)].reduce<string[] | undefined>((written, found) => {
    const list = written ?? text.split('')
    blankDefaultsOf(list, found.index + found[0].length)
    return list
  }, undefined)
  return characters?.join('') ?? text
}

/** From the first parameter to the bracket that ends the list. */
function blankDefaultsOf(characters: string[], from: number): void {
  let depth = 1
  let isDefault = false
  for (let at = from; at < Math.min(characters.length, from + LONGEST) && depth > 0; at++) {
    const character = characters[at]
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    if (depth === 1 && character === ',') isDefault = false
    else if (depth === 1 && character === '=') isDefault = true
    if (isDefault && depth > 0 && character !== '\n' && character !== '\r') characters[at] = ' '
  }
}
