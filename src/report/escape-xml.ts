/** Text for an XML element. Characters that XML 1.0 has no way to write become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, '\uFFFD').replaceAll(/[<>&]/g, (character) => ENTITIES.get(character) ?? character)
}

/** Text for an XML attribute in quotes. Line ends and tabs stay what they are, which readers would turn into blanks. */
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
