import type { Finding } from '../../../src/node/index.ts'
import type { MaskedCode } from '../session/masked-code.ts'

/** One finding of a list: enough to decide which ones to look at. */
export function showFinding(finding: Finding, code: MaskedCode) {
  const { id, rule, severity, confidence, title, file, line, column, endLine, endColumn, cwe, trace = [] } = finding
  const [shown] = code.readLines(file, line, line)
  return {
    ...{ id, rule, severity, confidence, title, file, line, column, endLine, endColumn, cwe },
    message: code.mask(finding.description, finding, file),
    ...(shown !== undefined && { code: shown.text.trim() }),
    traceSteps: trace.length,
    hasAutofix: finding.autofix !== undefined,
  }
}
