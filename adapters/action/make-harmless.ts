/**
 * Changes a line so that the runner treats it as plain text. The runner reads `::command::` at the start of a line, after white space, and
 * `##[command]` anywhere. A space inside the signs prevents this.
 */
export function makeHarmless(line: string): string {
  return line.replaceAll('##[', '# #[').replace(/^([\s\p{Z}\p{Cc}\p{Cf}]*):(?=:)/u, '$1: ')
}

/** The line ends that the runner recognizes. */
export const LINE_END = /\r\n|\r|\n/
