import { type Language, Parser } from 'web-tree-sitter'

/** The parsers of one tree-sitter instance, one for each grammar. */
export interface ParserPool {
  parserOf(language: Language): Parser
  /** Whether at most one parser was requested since the instance was created. */
  isNew(): boolean
  /** Discards the instance after a fault. The next parser of each grammar uses a new one. */
  discard(): void
}

/** `reset` puts the instance back to the state in which it had no parsers. */
export function createParserPool(reset: () => void): ParserPool {
  const parsers = new Map<Language, Parser>()
  let uses = 0
  return {
    isNew: () => uses <= 1,
    parserOf: (language) => {
      uses++
      const parser = parsers.get(language) ?? openParser(language)
      parsers.set(language, parser)
      return parser
    },
    discard: () => {
      for (const parser of parsers.values()) forget(parser)
      parsers.clear()
      uses = 0
      reset()
    },
  }
}

function openParser(language: Language): Parser {
  const parser = new Parser()
  parser.setLanguage(language)
  return parser
}

/**
 * Deletes the wrapper without freeing its target, which is gone with the instance. Otherwise its finalizer would free an address of the new instance.
 */
function forget(parser: Parser): void {
  Reflect.set(parser, 0, 0)
  Reflect.set(parser, 1, 0)
  parser.delete()
}
