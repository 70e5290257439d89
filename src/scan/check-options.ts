/** A test for an option, and a description of the expected value. */
export type Wanted = readonly [test: (value: unknown) => boolean, words: string]

export const A_TEXT: Wanted = [(value) => typeof value === 'string', 'a text']
export const A_SWITCH: Wanted = [(value) => typeof value === 'boolean', '`true` or `false`']
export const A_FUNCTION: Wanted = [(value) => typeof value === 'function', 'a function']
export const AN_OBJECT: Wanted = [(value) => typeof value === 'object' && value !== null, 'an object']
export const TEXTS: Wanted = [(value) => Array.isArray(value) && value.every((item) => typeof item === 'string'), 'an array of texts']

/** Throws `TypeError` for unknown options and wrong types, because JavaScript callers may pass anything. `undefined` means not set. */
export function checkOptions(of: string, options: unknown, wanted: Readonly<Record<string, Wanted>>): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`The options of \`${of}\` must be an object.`)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(wanted, name)) throw new TypeError(`\`${name}\` is no option of \`${of}\`: ${Object.keys(wanted).join(', ')}.`)
    const [test, words] = wanted[name]
    if (value !== undefined && !test(value)) throw new TypeError(`\`${name}\` must be ${words}.`)
  }
}
