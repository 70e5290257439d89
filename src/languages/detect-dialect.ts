import type { Dialect } from '../model/language.ts'

/** Tells the dialect of a file by its name, then by its `#!` line; `fallback` when neither says. */
export function createDialectDetector(dialects: readonly Dialect[], fallback: Dialect): (path: string, text: string) => Dialect {
  const byExtension = new Map(dialects.flatMap((dialect) => dialect.extensions.map((extension) => [extension, dialect] as const)))
  const byName = new Map(
    dialects.flatMap((dialect) => dialect.fileNames.flatMap((name) => (typeof name === 'string' ? [[name, dialect] as const] : []))),
  )
  const byPattern = dialects.flatMap((dialect) => dialect.fileNames.flatMap((name) => (typeof name === 'string' ? [] : [{ name, dialect }])))
  const byInterpreter = new Map(dialects.flatMap((dialect) => dialect.interpreters.map((interpreter) => [interpreter, dialect] as const)))

  return (path, text) => {
    const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    const named = byName.get(base) ?? byPattern.find(({ name }) => name.test(base))?.dialect
    if (named !== undefined) return named
    for (let dot = base.indexOf('.'); dot >= 0; dot = base.indexOf('.', dot + 1)) {
      const dialect = byExtension.get(base.slice(dot).toLowerCase())
      if (dialect !== undefined) return dialect
    }
    return byInterpreter.get(interpreterOf(text)) ?? fallback
  }
}

/** `python3` of `#!/usr/bin/env -S python3.11 -u`; empty when the text has no such line. */
function interpreterOf(text: string): string {
  if (!text.startsWith('#!')) return ''
  const [line = ''] = text.slice(2, 200).split(/[\r\n]/, 1)
  const words = line.trim().split(/\s+/)
  const program = words.find((word, index) => !(index === 0 && /(?:^|\/)env$/.test(word)) && !word.startsWith('-') && !word.includes('=')) ?? ''
  return program.slice(program.lastIndexOf('/') + 1).replace(/(?<=\d)\.\d+$/, '')
}
