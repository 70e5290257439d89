import type { PatternSource } from '../../engines/backtracking/pattern-node.ts'
import type { NodeContext } from '../../model/matcher.ts'

/**
 * The regular expression at the node, or the certain value of a variable: a literal, a call that compiles a string, or in some languages a string.
 */
export function readRegex({ tree, symbols, syntax, file }: NodeContext, node: number): PatternSource | undefined {
  const { regexes } = syntax
  const value = symbols.valueOf(syntax.unwrap(tree, node))
  const callee = syntax.calleeAt(tree, file.text, value)
  if (callee < 0) {
    const [, literal, flags = ''] = regexes.literal?.exec(textAt(value)) ?? []
    if (literal !== undefined) return { text: literal, flags, syntax: regexes.syntax }
    return regexes.isText ? fromText(value, '') : undefined
  }
  if (!regexes.makers.has(symbols.nameOf(callee) ?? '')) return undefined
  const [text, flags] = syntax.callAt(tree, file.text, value)?.arguments ?? []
  return text?.kind === 'positional' ? fromText(text.node, flags === undefined ? '' : textAt(flags.node)) : undefined

  function fromText(at: number, written: string): PatternSource | undefined {
    const text = symbols.constantOf(at)
    return typeof text === 'string' ? { text, flags: regexes.readFlags(written, text), syntax: regexes.syntax } : undefined
  }

  function textAt(at: number): string {
    return file.text.slice(tree.start[at], tree.end[at])
  }
}
