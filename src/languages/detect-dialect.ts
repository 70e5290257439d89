import type { Dialect } from '../model/language.ts'
import { baseNameOf, extensionsOf } from './extensions-of.ts'
import { interpreterOf } from './interpreter-of.ts'

/** Tells the dialect of a file by its name, then by its `#!` line; `fallback` when neither says. */
export function createDialectDetector(dialects: readonly Dialect[], fallback: Dialect): (path: string, text: string) => Dialect {
  const byExtension = new Map(
    dialects.flatMap((dialect) => {
      const extensions = [...dialect.extensions, ...(dialect.hosts ?? []).flatMap((host) => host.extensions)]
      return extensions.map((extension) => [extension, dialect] as const)
    }),
  )
  const byName = new Map(
    dialects.flatMap((dialect) => dialect.fileNames.flatMap((name) => (typeof name === 'string' ? [[name, dialect] as const] : []))),
  )
  const byPattern = dialects.flatMap((dialect) => dialect.fileNames.flatMap((name) => (typeof name === 'string' ? [] : [{ name, dialect }])))
  const byInterpreter = new Map(dialects.flatMap((dialect) => dialect.interpreters.map((interpreter) => [interpreter, dialect] as const)))

  return (path, text) => {
    const base = baseNameOf(path)
    const named = byName.get(base) ?? byPattern.find(({ name }) => name.test(base))?.dialect
    if (named !== undefined) return named
    for (const extension of extensionsOf(base)) {
      const dialect = byExtension.get(extension)
      if (dialect?.unless?.test(text) === true) return fallback
      if (dialect !== undefined)
        return dialects.find(({ compiled }) => compiled?.extensions.includes(extension) && compiled.recognise(text)) ?? dialect
    }
    return byInterpreter.get(interpreterOf(text)) ?? fallback
  }
}
