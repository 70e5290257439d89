import type { SourceFile } from '../index.ts'

/** An annotated program of a model. */
export interface ModelProgram {
  readonly name: string
  readonly files: readonly SourceFile[]
  /** `path:line` of each line that must be reported. */
  readonly expected: readonly string[]
  /** By path: the line of the model file before its first line. */
  readonly offsets: ReadonlyMap<string, number>
}

/**
 * Reads the `tests` of a model: `=== name` begins a program, `--- path` begins a further file of it. `path` is that of the first file. `line` is the line of
 * the model file before the text.
 */
export function readModelPrograms(tests: string, path: string, line: number): readonly ModelProgram[] {
  const programs: ModelProgram[] = []
  let name = ''
  let files: { path: string; lines: string[]; offset: number }[] = []
  const finish = (): void => {
    const written = files.filter(({ lines }) => lines.some((each) => each.trim() !== ''))
    if (written.length > 0) programs.push(toProgram(name, written))
  }
  for (const [index, text] of tests.split('\n').entries()) {
    if (text.startsWith('=== ')) {
      finish()
      name = text.slice(4).trim()
      files = [{ path, lines: [], offset: line + index + 1 }]
    } else if (text.startsWith('--- ')) files.push({ path: text.slice(4).trim(), lines: [], offset: line + index + 1 })
    else files.at(-1)?.lines.push(text)
  }
  finish()
  return programs
}

function toProgram(
  name: string,
  files: readonly { readonly path: string; readonly lines: readonly string[]; readonly offset: number }[],
): ModelProgram {
  return {
    name,
    files: files.map(({ path, lines }) => ({ path, content: lines.join('\n') })),
    expected: files.flatMap(({ path, lines }) => lines.flatMap((line, index) => (MARKER.test(line.trimEnd()) ? [`${path}:${index + 1}`] : []))),
    offsets: new Map(files.map(({ path, offset }) => [path, offset])),
  }
}

const MARKER = /(?:\/\/|#) ?BAD$/
