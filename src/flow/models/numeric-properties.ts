/** Parts that are numbers in JavaScript: of texts and lists. */
export const NUMERIC_PROPERTIES: ReadonlySet<string> = new Set(['length', 'size', 'byteLength', 'byteOffset'])

/** Constructors of things of which `size` is a number; of others it may be any field. */
export const SIZED_CONSTRUCTORS = /^(?:Set|Map|WeakSet|Blob|File|Buffer(?:\..*)?)$/
