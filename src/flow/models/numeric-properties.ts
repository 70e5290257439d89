/** Properties of JavaScript strings and lists that are numbers. */
export const NUMERIC_PROPERTIES: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'byteOffset'])

/** Constructors of objects whose `size` is a number. In other objects it may be any field. */
export const SIZED_CONSTRUCTORS = /^(?:Set|Map|WeakSet|Blob|File|Buffer(?:\..*)?)$/
