import type { FindingPlace } from '../../model/finding.ts'
import type { TriageRole } from '../../model/triage.ts'
import type { LineRange } from '../../text/code-lines.ts'
import type { FileOutline, OutlinedFunction } from './outline-file.ts'

/** Lines of a file in order of importance, each with its role. */
export type ChosenLines = ReadonlyMap<number, TriageRole>

/** Lines of one function that are shown. Of a longer one, those near to the steps are. */
const LONGEST_FUNCTION = 120
const NEAR = 30
/** Lines around a call that are shown of a long caller. */
const NEAR_CALL = 6
const LONGEST_CALLER = 30
/** Calls that are shown of the functions on a path, in each file. */
export const MAX_CALLERS = 3
const MAX_CALLEES = 6
/** Lines of the longest function that is shown because it is called. */
export const LONGEST_CALLEE = 40
const LONGEST_STATEMENT = 15

/**
 * Chooses the lines of a file that a reader needs to judge a data-flow path: the functions of its steps, then the functions that these call, their callers, the
 * statements outside of functions whose names they use, and the imports.
 */
export function chooseLines(outline: FileOutline, steps: readonly Pick<FindingPlace, 'line'>[]): ChosenLines {
  const chosen = new Map<number, TriageRole>()
  const add = ({ firstLine, lastLine }: LineRange, role: TriageRole): void => {
    for (let line = firstLine; line <= lastLine; line++) if (!chosen.has(line)) chosen.set(line, role)
  }
  const functions = new Set(steps.flatMap(({ line }) => innermost(outline, line) ?? []))
  for (const { line } of steps) for (const range of aroundStep(innermost(outline, line), line)) add(range, 'path')
  const names = new Set([...chosen.keys()].flatMap((line) => [...(outline.namesByLine.get(line) ?? [])]))
  for (const callee of listCallees(outline, functions, new Set(chosen.keys()))) add(callee, 'guard')
  for (const caller of listCallers(outline, functions)) add(caller, 'caller')
  for (const range of outline.topLevel) if (isShort(range) && usesAny(outline, range, names)) add(range, 'configuration')
  for (const line of chosen.keys()) for (const name of outline.namesByLine.get(line) ?? []) names.add(name)
  for (const range of outline.imports) if (usesAny(outline, range, names)) add(range, 'import')
  return chosen
}

/** The smallest function with this line. */
export function innermost({ functions }: Pick<FileOutline, 'functions'>, line: number): OutlinedFunction | undefined {
  return functions.findLast(({ headLine, firstLine, lastLine }) => (headLine < firstLine ? headLine : firstLine) <= line && line <= lastLine)
}

function aroundStep(around: OutlinedFunction | undefined, line: number): readonly LineRange[] {
  if (around === undefined) return [{ firstLine: Math.max(1, line - NEAR), lastLine: line + NEAR }]
  const { headLine, lastLine, firstLine } = around
  if (lastLine - headLine < LONGEST_FUNCTION) return [{ firstLine: headLine, lastLine }]
  return [
    { firstLine: headLine, lastLine: Math.min(firstLine + 2, lastLine) },
    { firstLine: Math.max(headLine, line - NEAR), lastLine: Math.min(lastLine, line + NEAR) },
  ]
}

function listCallees({ functions, calls }: FileOutline, own: ReadonlySet<OutlinedFunction>, shown: ReadonlySet<number>): readonly LineRange[] {
  const called = functions.filter(
    ({ name, ...range }) => name !== undefined && calls.get(name)?.some((line) => shown.has(line)) === true && isShort(range, LONGEST_CALLEE),
  )
  return called.filter((each) => !own.has(each)).slice(0, MAX_CALLEES)
}

function listCallers(outline: FileOutline, own: ReadonlySet<OutlinedFunction>): readonly LineRange[] {
  const named = [...own].flatMap(({ name }) => name ?? [])
  const lines = [...outline.namesByLine].flatMap(([line, names]) => (named.some((name) => names.has(name)) ? [line] : []))
  const outside = lines.filter((line) => ![...own].some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine))
  return outside.slice(0, MAX_CALLERS).map((line) => linesAround(outline, line))
}

/** The lines around a call that show who calls: the function with the call, if it is short. */
export function linesAround(outline: FileOutline, line: number): LineRange {
  const around = innermost(outline, line)
  if (around !== undefined && around.lastLine - around.headLine < LONGEST_CALLER) return { firstLine: around.headLine, lastLine: around.lastLine }
  return { firstLine: Math.max(around?.headLine ?? 1, line - NEAR_CALL), lastLine: Math.min(around?.lastLine ?? line + 1, line + NEAR_CALL) }
}

/** Whether a range has no more lines than this. */
export function isShort({ firstLine, lastLine }: LineRange, most = LONGEST_STATEMENT): boolean {
  return lastLine - firstLine < most
}

function usesAny({ namesByLine }: FileOutline, { firstLine, lastLine }: LineRange, names: ReadonlySet<string>): boolean {
  for (let line = firstLine; line <= lastLine; line++) for (const name of namesByLine.get(line) ?? []) if (names.has(name)) return true
  return false
}
