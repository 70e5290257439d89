/** A short program and what an explanation of a rule says about it. */
export interface ExplainCase {
  readonly name: string
  readonly rule: string
  readonly path: string
  readonly line: number | undefined
  readonly kind: string
  /** Empty for matches that are reported. */
  readonly code: string
  /** The line of the finding or of the reason. Undefined if it has none, or any. */
  readonly at: number | undefined
  readonly content: string
}

const HEAD = /^(?<rule>\S+) (?<file>\S+) (?<line>\d+|-) -> (?<kind>\S+)(?: (?<code>[a-z-]*[a-z]))? (?<at>\d+|-)$/

/** Reads cases: a name after `##`, a line `RULE FILE LINE -> KIND [CODE] LINE`, and the program. `js`, `py` and `sh` stand for files of the language. */
export function readCases(text: string): readonly ExplainCase[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const [name = '', head = '', ...code] = block.trimEnd().split('\n')
      const { rule = '', file = '', line, kind = '', code: reason = '', at } = HEAD.exec(head)?.groups ?? {}
      if (rule === '') throw new Error(`case without a head: ${name}`)
      return {
        name,
        rule,
        path: file.includes('.') ? file : `main.${file}`,
        line: toLine(line),
        kind,
        code: reason,
        at: toLine(at),
        content: `${code.join('\n')}\n`,
      }
    })
}

function toLine(written: string | undefined): number | undefined {
  return written === undefined || written === '-' ? undefined : Number(written)
}
