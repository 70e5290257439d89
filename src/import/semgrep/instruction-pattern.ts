import { escapeRegex } from '../regex-groups.ts'

/** The rest of an instruction, over lines that end with a backslash. */
const REST = '(?:[^\\n\\\\]|\\\\\\r?\\n|\\\\.)*?'
/** Blanks between words, over lines that end with a backslash. */
const GAP = '(?:[ \\t]|\\\\\\r?\\n)+'

/** A pattern over a Dockerfile as a regex over its text. Instructions follow each other, others may be where an ellipsis is. */
export function toInstructionRegex(pattern: string): { readonly regex: string } | { readonly reason: string } {
  const lines = pattern
    .trim()
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
  const seen = new Set<string>()
  const parts: string[] = []
  for (const [index, line] of lines.entries()) {
    const written = line.trim()
    if (written === '...') {
      parts.push(index === lines.length - 1 ? '(?s:.*)\\z' : '(?s:.*?)')
      continue
    }
    const read = readInstruction(written, seen)
    if (typeof read !== 'string') return read
    parts.push(read)
  }
  if (parts.every((part) => part.startsWith('(?s:'))) return { reason: 'The pattern is `...` and would match everything.' }
  return { regex: `(?m)${parts.join('\\n*')}` }
}

function readInstruction(line: string, seen: Set<string>): string | { readonly reason: string } {
  const [, name = '', rest = ''] = /^([A-Za-z]+)\s*(.*)$/s.exec(line) ?? []
  if (name === '') return { reason: 'The pattern begins with no instruction of a Dockerfile.' }
  const keyword = `^[ \\t]*(?i:${name})`
  if (rest === '' || rest === '...') return `${keyword}${rest === '' ? '' : `${GAP}${REST}`}[ \\t]*$`
  if (rest.startsWith('[')) return readExecForm(keyword, rest, seen)
  const words = readWords(rest, seen)
  if (typeof words !== 'string') return words
  const upper = name.toUpperCase()
  // A shell runs several commands in one instruction.
  if (upper === 'RUN')
    return `${keyword}${GAP}(?:${REST}(?:&&|\\|\\||[;|])(?:[ \\t]|\\\\\\r?\\n)*)??${words}(?:[ \\t]|\\\\\\r?\\n)*(?:(?:&&|\\|\\||[;|])${REST})?[ \\t]*$`
  const platform = upper === 'FROM' ? '(?:--platform=\\S+[ \\t]+)?' : ''
  const alias = upper === 'FROM' && !/\sas\s/i.test(rest) ? '(?:[ \\t]+(?i:AS)[ \\t]+\\S+)?' : ''
  return `${keyword}${GAP}${platform}${words}${alias}[ \\t]*$`
}

/** `["a", ..., "b"]`: the exec form. */
function readExecForm(keyword: string, rest: string, seen: Set<string>): string | { readonly reason: string } {
  const items = rest.match(/\.\.\.|"(?:\\[^]|[^"\\])*"?|\$[A-Z_][A-Z0-9_]*/g) ?? []
  let regex = ''
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1
    if (item === '...') regex += `(?:"(?:\\\\.|[^"\\\\])*"\\s*${isLast ? ',?' : ','}\\s*)*?`
    else {
      const word = readWord(item.replace(/^"(.*)"$/s, '$1'), seen, '(?:\\\\.|[^"\\\\])*')
      if (typeof word !== 'string') return word
      regex += `"${word}"\\s*${isLast ? '' : items[index + 1] === '...' && index + 2 === items.length ? ',?\\s*' : ',\\s*'}`
    }
  }
  return `${keyword}${GAP}\\[\\s*${regex}\\][ \\t]*$`
}

function readWords(rest: string, seen: Set<string>): string | { readonly reason: string } {
  const words = rest.split(/\s+/)
  let regex = ''
  for (const [index, word] of words.entries()) {
    const isFirst = index === 0
    if (word === '...') {
      // Any words, also none.
      regex += isFirst ? `(?:${REST}(?:[ \\t]|\\\\\\r?\\n))??` : `(?:${GAP}${REST})??`
      continue
    }
    const read = readWord(word, seen, '[^\\s]*?[^\\s\\\\]')
    if (typeof read !== 'string') return read
    regex += `${isFirst || (index === 1 && words[0] === '...') ? '' : GAP}${read}`
  }
  return regex
}

/** A word with metavariables in it. */
function readWord(word: string, seen: Set<string>, any: string): string | { readonly reason: string } {
  let regex = ''
  for (const part of word.split(/(\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*|\.\.\.)/)) {
    const name = /^\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)$/.exec(part)?.[1]
    if (part === '...' || name === '_') regex += any
    else if (name === undefined) regex += escapeRegex(part)
    else if (seen.has(name)) return { reason: `The metavariable \`${part}\` occurs twice, and a regex cannot compare its texts.` }
    else {
      seen.add(name)
      regex += `(?P<${name}>${any})`
    }
  }
  return regex
}
