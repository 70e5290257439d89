import type { LineRange } from '../../text/code-lines.ts'
import type { CodeFile } from './code-file.ts'

/** A function of a file. */
export interface OutlinedFunction extends LineRange {
  /** Undefined for a function without a name. */
  readonly name: string | undefined
  /** First line of the statement that registers, exports or decorates it. At most `firstLine`. */
  readonly headLine: number
}

/** What is where in a file. */
export interface FileOutline {
  /** Inner functions come after those around them. */
  readonly functions: readonly OutlinedFunction[]
  readonly imports: readonly LineRange[]
  /** Statements outside of functions, without imports. */
  readonly topLevel: readonly LineRange[]
  /** Lines by the names of the functions that they call. */
  readonly calls: ReadonlyMap<string, readonly number[]>
  /** Identifiers by line. */
  readonly namesByLine: ReadonlyMap<number, ReadonlySet<string>>
  /** Lines on which a call or a condition begins. */
  readonly guardLines: ReadonlySet<number>
}

/** Reads the outline of a file from its syntax tree, in one pass. */
export function outlineFile(file: CodeFile): FileOutline {
  const { tree, syntax, text } = file
  const { functionTypes, importTypes, conditionTypes, identifierTypes } = syntax.outline
  const functions: OutlinedFunction[] = []
  const imports: LineRange[] = []
  const calls = new Map<string, number[]>()
  const namesByLine = new Map<number, Set<string>>()
  const guardLines = new Set<number>()
  const lineOf = (offset: number): number => file.lines.positionAt(offset).line
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type[node]
    if (functionTypes.has(type)) functions.push(outlineFunction(file, node))
    else if (importTypes.has(type)) imports.push(rangeOf(file, node))
    else if (identifierTypes.has(type)) addTo(namesByLine, lineOf(tree.start[node]), text.slice(tree.start[node], tree.end[node]))
    if (conditionTypes.has(type)) guardLines.add(lineOf(tree.start[node]))
    if (syntax.callTypes.has(type)) {
      const line = lineOf(tree.start[node])
      guardLines.add(line)
      const callee = syntax.calleeAt(tree, text, node)
      const name = callee < 0 ? undefined : /(?<![\w$])[\w$]+$/.exec(text.slice(tree.start[callee], tree.end[callee]).slice(-LONGEST_NAME))?.[0]
      if (name !== undefined) calls.set(name, [...(calls.get(name) ?? []), line])
    }
  }
  return { functions, imports, topLevel: listTopLevel(file), calls, namesByLine, guardLines }
}

const LONGEST_NAME = 200

function outlineFunction(file: CodeFile, node: number): OutlinedFunction {
  const { tree, syntax, text } = file
  const range = rangeOf(file, node)
  let head = node
  while (head > 0 && syntax.outline.wrapperTypes.has(tree.type[tree.parent[head]])) head = tree.parent[head]
  return { ...range, name: nameOf(node, file), headLine: file.lines.positionAt(tree.start[head]).line }

  /** The identifier in front of the parameters, else that to which the function is assigned. */
  function nameOf(at: number, { tree: { names } }: CodeFile): string | undefined {
    const nameField = names.fieldId('name')
    for (let child = at + 1; child < tree.next[at]; child = tree.next[child]) {
      if (tree.field[child] === nameField) return text.slice(tree.start[child], tree.end[child])
    }
    const before = text.slice(Math.max(0, tree.start[at] - LONGEST_NAME), tree.start[at])
    return /(?<![\w$])([\w$]+)\s*[=:]\s*$/.exec(before)?.[1]
  }
}

function rangeOf({ tree, lines }: CodeFile, node: number): LineRange {
  const firstLine = lines.positionAt(tree.start[node]).line
  return { firstLine, lastLine: lines.positionAt(Math.max(tree.start[node], tree.end[node] - 1)).line }
}

function listTopLevel(file: CodeFile): readonly LineRange[] {
  const { tree, syntax } = file
  const ranges: LineRange[] = []
  for (let child = 1; child < tree.count; child = tree.next[child]) {
    const type = tree.type[child]
    if (!syntax.commentTypes.has(type) && !syntax.outline.importTypes.has(type)) ranges.push(rangeOf(file, child))
  }
  return ranges
}

function addTo(map: Map<number, Set<string>>, key: number, name: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([name]))
  else known.add(name)
}
