/** `python3` of `#!/usr/bin/env -S python3.11 -u`; empty when the text has no such line. */
export function interpreterOf(text: string): string {
  if (!text.startsWith('#!')) return ''
  const [line = ''] = text.slice(2, 200).split(/[\r\n]/, 1)
  const words = line.trim().split(/\s+/)
  const program = words.find((word, index) => !(index === 0 && /(?:^|\/)env$/.test(word)) && !word.startsWith('-') && !word.includes('=')) ?? ''
  return program.slice(program.lastIndexOf('/') + 1).replace(/(?<=\d)\.\d+$/, '')
}
