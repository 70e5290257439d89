import type { CompileFault } from '../matchers/node-compiler.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { Dialect } from '../model/language.ts'
import type { SpecPositions } from '../model/rule-pack.ts'

/** Collects mistakes while rules are compiled for one dialect after the other. */
export interface FaultLog {
  /** Where the compiler of a dialect puts what it finds. */
  reporter(dialect: Dialect): (positions: SpecPositions, fault: CompileFault) => void
  /**
   * By file and place. What several dialects find at one place is one mistake: the first one's words stay. What only some dialects of a language find is
   * none: a pattern of JSX is code of `.tsx`, and not of `.ts`.
   */
  diagnostics(): readonly Diagnostic[]
}

interface Found {
  /** File, path and code: the same in all dialects. */
  readonly place: string
  readonly diagnostic: Diagnostic
  readonly language: string
  readonly dialects: Set<string>
}

export function createFaultLog(): FaultLog {
  const compiled = new Map<string, Set<string>>()
  const found = new Map<string, Found>()
  return {
    reporter: ({ id, language }) => {
      compiled.set(language, (compiled.get(language) ?? new Set()).add(id))
      return (positions, { code, message, hint, path, offset }) => {
        const place = JSON.stringify([positions.file, path, code])
        const known = found.get(`${language}:${place}`)
        if (known !== undefined) {
          known.dialects.add(id)
          return
        }
        const { line, column } = positions.positionOf(path, offset)
        const diagnostic = { code, message, ...(hint === undefined ? {} : { hint }), file: positions.file, line, column }
        found.set(`${language}:${place}`, { place, diagnostic, language, dialects: new Set([id]) })
      }
    },
    diagnostics: () => {
      const mistakes = new Map<string, Diagnostic>()
      for (const { place, diagnostic, language, dialects } of found.values()) {
        if (!mistakes.has(place) && dialects.size === compiled.get(language)?.size) mistakes.set(place, diagnostic)
      }
      return [...mistakes.values()].sort(
        (left, right) =>
          compareText(left.file, right.file) || left.line - right.line || left.column - right.column || compareText(left.code, right.code),
      )
    },
  }
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
