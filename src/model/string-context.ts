/**
 * The contexts of a string at a sink: which strings are dangerous there. A check or transformation proves a set of contexts in which all strings that
 * pass it are harmless, as bits.
 */
export const STRING_CONTEXTS = [
  /** Any: a string that has only listed characters is harmless. */
  'text',
  /** A word or quoted part of a shell command. */
  'shell',
  /** A part of a file path. */
  'path',
  /** Text or a quoted attribute of an HTML document. */
  'html',
  /** A whole URL: a redirect or a link. */
  'url',
  /** The host of a URL, or a part of it. */
  'host',
  /** A value or identifier of an SQL statement. */
  'sql',
  /** An expression of a programming language. */
  'code',
  /** One line: a header or a log message. */
  'line',
  /** Source of a template. */
  'template',
  /** An XPath or LDAP filter. */
  'filter',
  /** The inside of a quoted string. Data that is harmless there is harmless in SQL where the text around it quotes it. */
  'quoted',
] as const

export type StringContext = (typeof STRING_CONTEXTS)[number]

/** A set of contexts. */
export type StringContexts = number

export const NO_CONTEXTS: StringContexts = 0

export const ALL_CONTEXTS: StringContexts = 2 ** STRING_CONTEXTS.length - 1

/** The set with one context. */
export function contextBit(context: StringContext): StringContexts {
  return 1 << STRING_CONTEXTS.indexOf(context)
}
