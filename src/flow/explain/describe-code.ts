import type { CodePlace, FlowStep } from '../../model/explanation.ts'
import type { TraceStep } from '../../model/finding.ts'
import type { Span } from '../../model/position.ts'
import type { ExplainedProgram } from './solve-explained.ts'

const CODE_WIDTH = 70

/** A range of a file, with its code. */
export function placeOfSpan({ files }: Pick<ExplainedProgram, 'files'>, file: number, { start, end }: Span): CodePlace {
  const { file: flowFile, text } = files[file]
  const from = flowFile.lines.positionAt(start)
  const to = flowFile.lines.positionAt(end)
  return {
    file: flowFile.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    text: shorten(text.slice(start, end)),
  }
}

/** The code of a value. */
export function placeOfValue(explained: ExplainedProgram, value: number): CodePlace {
  return placeOfSpan(explained, explained.program.solver.project.fileOf[value], spanOfValue(explained, value))
}

function spanOfValue({ program }: Pick<ExplainedProgram, 'program'>, value: number): Span {
  const { project } = program.solver
  const file = project.fileOf[value]
  const { values } = project.files[file].program
  const local = value - project.firstValue[file]
  return { start: values.start[local], end: values.end[local] }
}

/** Steps of a trace with their code. */
export function toFlowSteps(explained: ExplainedProgram, steps: readonly TraceStep[]): readonly FlowStep[] {
  return steps.flatMap(({ file, line, column, endLine, endColumn, what }) => {
    const found = explained.files.find((each) => each.file.path === file)
    if (found === undefined) return []
    const { lines } = found.file
    const code = found.text.slice(lines.lineStart(line) + column - 1, lines.lineStart(endLine) + endColumn - 1)
    return [{ place: { file, line, column, endLine, endColumn, text: shorten(code) }, what }]
  })
}

/** Code in backticks. */
export function quote(code: string): string {
  return `\`${code}\``
}

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > CODE_WIDTH ? `${line.slice(0, CODE_WIDTH - 1)}…` : line
}
