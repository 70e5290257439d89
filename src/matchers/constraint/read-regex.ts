import type { NodeContext } from '../../model/matcher.ts'

/** A regular expression as code has it. */
export interface WrittenRegex {
  readonly text: string
  readonly flags: string
  readonly syntax: 'javascript' | 'python'
}

/** Calls of the languages themselves that make one of a text. */
const MAKERS: ReadonlySet<string> = new Set(['RegExp', 're.compile'])

/** The regular expression that stands at the node, or that a variable there certainly holds: a literal, a call that makes one of a text, in Python a text. */
export function readRegex(context: NodeContext, node: number): WrittenRegex | undefined {
  const { tree, symbols, syntax, file } = context
  const value = symbols.valueOf(syntax.unwrap(tree, node))
  const isPython = file.dialect.language === 'python'
  const written = file.text.slice(tree.start[value], tree.end[value])
  // No other expression begins so.
  const [, literal, literalFlags = ''] = isPython ? [] : (/^\/(?![*/])([^]+)\/(\w*)$/.exec(written) ?? [])
  if (literal !== undefined) return { text: literal, flags: literalFlags, syntax: 'javascript' }
  const callee = syntax.calleeAt(tree, file.text, value)
  if (callee >= 0) return readMade(context, value, callee)
  return isPython ? fromText(symbols.constantOf(value), '', 'python') : undefined
}

function readMade({ tree, symbols, syntax, file }: NodeContext, call: number, callee: number): WrittenRegex | undefined {
  if (!MAKERS.has(symbols.nameOf(callee) ?? '')) return undefined
  const [text, flags] = syntax.callAt(tree, file.text, call)?.arguments ?? []
  if (text?.kind !== 'positional') return undefined
  const written = flags === undefined ? '' : file.text.slice(tree.start[flags.node], tree.end[flags.node])
  return fromText(symbols.constantOf(text.node), written, file.dialect.language === 'python' ? 'python' : 'javascript')
}

/** In Python flags have names, and a text of several lines is written to be read: white space in it stands for nothing. */
function fromText(text: unknown, flags: string, syntax: WrittenRegex['syntax']): WrittenRegex | undefined {
  if (typeof text !== 'string') return undefined
  if (syntax === 'javascript') return { text, flags: /^['"`]?([dgimsuvy]*)['"`]?$/.exec(flags)?.[1] ?? '', syntax }
  const has = (names: RegExp): boolean => names.test(flags)
  const isVerbose = /\n\s/.test(text) || has(/\b(?:X|VERBOSE)\b/)
  return {
    text,
    flags: `${isVerbose ? 'x' : ''}${has(/\bre\.(?:I|IGNORECASE)\b/) ? 'i' : ''}${has(/\bre\.(?:M|MULTILINE)\b/) ? 'm' : ''}${has(/\bre\.(?:S|DOTALL)\b/) ? 's' : ''}`,
    syntax,
  }
}
