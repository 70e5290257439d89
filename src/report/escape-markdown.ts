/**
 * Escapes the text of a rule or message for Markdown (CommonMark 0.31 with GitHub's extensions), on one line. Text between backticks is code. Nothing
 * else creates markup, mentions or links.
 */
export function toMarkdownText(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? inlineCode(part.slice(1, -1)) : escapeMarkdown(part)))
    .join('')
}

function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]|~$]|^[#+>-]|^\d+(?=\.)/g, (found) => (/^\d/.test(found) ? `${found}\\` : `\\${found}`))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', ':&#47;/')
}

/** Inline code for any text, even with backticks. Also works in HTML of Markdown. */
export function inlineCode(text: string): string {
  const shown = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '&#124;')
    .replaceAll(/[\r\n]+/g, ' ')
  return `<code>${shown.replaceAll(/[`*_[\]@\\~$]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`
}

/** Lines as a block of code. The fence is longer than any in them. */
export function fence(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)))
  const mark = '`'.repeat(longest + 1)
  return [`${mark}text`, ...lines, mark].join('\n')
}
