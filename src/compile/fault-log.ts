import type { CompileFault } from '../matchers/node-compiler.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { SpecPositions } from '../model/rule-pack.ts'

/** Collects mistakes while rules are compiled for one dialect after the other. */
export interface FaultLog {
  report(positions: SpecPositions, fault: CompileFault): void
  /** By file and place. What several dialects find at one place is one mistake: the first one's words stay. */
  diagnostics(): readonly Diagnostic[]
}

export function createFaultLog(): FaultLog {
  const known = new Map<string, Diagnostic>()
  return {
    report: (positions, { code, message, hint, path, offset }) => {
      const { line, column } = positions.positionOf(path, offset)
      const key = JSON.stringify([positions.file, line, column, code])
      if (!known.has(key)) known.set(key, { code, message, ...(hint === undefined ? {} : { hint }), file: positions.file, line, column })
    },
    diagnostics: () => [...known.values()].sort((left, right) => compareText(left.file, right.file) || left.line - right.line || left.column - right.column || compareText(left.code, right.code)),
  }
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
