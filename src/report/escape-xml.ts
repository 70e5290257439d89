/** Text for an XML element. Characters that XML 1.0 cannot represent become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, '\uFFFD').replaceAll(/[<>&]/g, (character) => ENTITIES.get(character) ?? character)
}

/** Text for a quoted XML attribute. Line ends and tabs are escaped, because parsers would convert them to spaces. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll(/["'\t\n\r]/g, (character) => ENTITIES.get(character) ?? character)
}

/** XML 1.0, section 2.2. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
])
