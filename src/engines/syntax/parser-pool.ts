import { type Language, Parser } from 'web-tree-sitter'

/** The parsers of one instance of tree-sitter, one for each grammar. */
export interface ParserPool {
  parserOf(language: Language): Parser
  /** Whether a parser was asked for no more than once since the instance is new. */
  isNew(): boolean
  /** Throws the instance away after a fault within it: the next parser of each grammar lives in a new one. */
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

/** Deletes the wrapper and not what it stands for, which is gone with the instance. Without this its finalizer would free an address of the new one. */
function forget(parser: Parser): void {
  Reflect.set(parser, 0, 0)
  Reflect.set(parser, 1, 0)
  parser.delete()
}
