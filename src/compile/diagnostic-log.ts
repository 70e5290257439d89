import type { CompileFault } from '../matchers/node-compiler.ts'
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts'
import type { Dialect } from '../model/language.ts'
import type { SpecPositions } from '../model/rule-pack.ts'

/** Collects mistakes while rules are compiled for each dialect. */
export interface DiagnosticLog {
  /** The reporter for the compiler of a dialect. */
  reporter(dialect: Dialect): (positions: SpecPositions, fault: CompileFault) => void
  /** Adds a mistake that applies to all dialects. */
  report(positions: SpecPositions, fault: CompileFault): void
  /**
   * By file and position. Mistakes of several dialects at one position are merged, with the first message. A mistake in only some dialects of a
   * language is dropped: a JSX pattern is valid in `.tsx` and not in `.ts`.
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

/** One for all dialects of a ruleset. */
export function createDiagnosticLog(): DiagnosticLog {
  const compiled = new Map<string, Set<string>>()
  const found = new Map<string, Found>()
  const general: Diagnostic[] = []
  return {
    report: (positions, fault) => {
      general.push(toDiagnostic(positions, fault))
    },
    reporter: ({ id, language }) => {
      compiled.set(language, (compiled.get(language) ?? new Set()).add(id))
      return (positions, fault) => {
        const place = JSON.stringify([positions.file, fault.path, fault.code])
        const known = found.get(`${language}:${place}`)
        if (known !== undefined) {
          known.dialects.add(id)
          return
        }
        found.set(`${language}:${place}`, { place, diagnostic: toDiagnostic(positions, fault), language, dialects: new Set([id]) })
      }
    },
    diagnostics: () => {
      const mistakes = new Map<string, Diagnostic>()
      for (const { place, diagnostic, language, dialects } of found.values()) {
        if (!mistakes.has(place) && dialects.size === compiled.get(language)?.size) mistakes.set(place, diagnostic)
      }
      return [...mistakes.values(), ...general].sort(compareDiagnostics)
    },
  }
}

function toDiagnostic(positions: SpecPositions, { code, message, hint, path, offset }: CompileFault): Diagnostic {
  const { line, column } = positions.positionOf(path, offset)
  return { code, message, ...(hint === undefined ? {} : { hint }), file: positions.file, line, column }
}
