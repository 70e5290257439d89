/**
 * A line that the runner takes for plain text. It reads `::command::` at the start of a line, after white space, and `##[command]` anywhere in it: a space within the signs
 * makes them text.
 */
export function makeHarmless(line: string): string {
  return line.replaceAll('##[', '# #[').replace(/^([\s\p{Z}\p{Cc}\p{Cf}]*):(?=:)/u, '$1: ')
}

/** Where the runner begins a new line. */
export const LINE_END = /\r\n|\r|\n/
