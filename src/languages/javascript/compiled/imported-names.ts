import type { Move, Piece } from './moved-text.ts'

/** Names that the source imported, and that the compiled code reads from a variable for the module: `common_1.Get`. */
export interface ImportedNames {
  /** The name alone, if the file uses it for nothing else. `at` is where it is written. */
  nameOf(module: string, name: string, at: number): Piece | undefined
  /** The imports of all names so far. */
  imports(): readonly Move[]
}

export function createImportedNames(text: string): ImportedNames {
  const modules = new Map<string, ImportedModule | undefined>()
  /** By name. */
  const used = new Map<string, { readonly module: string; readonly piece: Piece }>()
  const free = new Map<string, boolean>()

  function isFree(name: string): boolean {
    const known = free.get(name)
    if (known !== undefined) return known
    const isOwn = new RegExp(`(?:\\b(?:class|function|const|let|var|import)\\s+|[(,{]\\s*)${escape(name)}\\b(?!\\s*[.:('])`).test(text)
    free.set(name, !isOwn)
    return !isOwn
  }

  return {
    nameOf: (module, name, at) => {
      if (!modules.has(module)) modules.set(module, findModule(text, module))
      if (modules.get(module) === undefined || !isFree(name)) return undefined
      const piece = { start: at, end: at + name.length }
      const known = used.get(name) ?? { module, piece }
      used.set(name, known)
      return known.module === module ? piece : undefined
    },
    imports: () =>
      [...modules].flatMap(([module, found]) => {
        const names = [...used.values()].filter((each) => each.module === module)
        if (found === undefined || names.length === 0) return []
        const { end, specifier } = found
        const glue = (written: string): Piece => ({ glue: written, at: end - 1 })
        const list = names.flatMap(({ piece }, index) => (index === 0 ? [piece] : [glue(', '), piece]))
        return [{ start: end, end, pieces: [glue(' import { '), ...list, glue(' } from '), specifier, glue(';')] }]
      }),
  }
}

interface ImportedModule {
  /** The end of the statement. */
  readonly end: number
  /** With its quotes. */
  readonly specifier: { readonly start: number; readonly end: number }
}

/** The statement that loads the module: `const common_1 = __importStar(require("@nestjs/common"));`. */
function findModule(text: string, variable: string): ImportedModule | undefined {
  const statement = new RegExp(`^(?:const|let|var) ${escape(variable)} = [^\\n;]*?require\\((["'][^"'\\n]+["'])\\)[^\\n;]*;?`, 'm').exec(text)
  if (statement === null) return undefined
  const start = statement.index + statement[0].lastIndexOf(statement[1])
  return { end: statement.index + statement[0].length, specifier: { start, end: start + statement[1].length } }
}

function escape(name: string): string {
  return name.replaceAll('$', '\\$')
}
