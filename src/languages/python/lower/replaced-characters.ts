import type { CallSite } from '../../../model/language.ts'
import { nodeText } from '../../../model/tree-access.ts'
import { NO_CONTEXTS, type StringContexts } from '../../../model/string-context.ts'
import { REGEX_SYNTAX } from '../regex-syntax.ts'
import type { PythonLowering } from './python-lowering.ts'

/** A call as spelled: its resolved name, the last part of the callee, and the node before that. */
interface SpelledCall {
  readonly name: string
  readonly spelledName: string
  readonly object: number
}

/** What `text.replace(…)`, `re.sub(…)` or `regex.sub(…)` with constants prove about their results. */
export function contextsOfReplacement(low: PythonLowering, site: CallSite, { name, spelledName, object }: SpelledCall): StringContexts {
  const { symbols, syntax, tree, text } = low
  const [first, second] = site.arguments
  // Further arguments bound the number of replacements, or are flags.
  if (spelledName === 'replace' && site.arguments.length === 2) {
    const [searched, inserted] = [symbols.constantOf(first.node), symbols.constantOf(second.node)]
    return typeof searched === 'string' && typeof inserted === 'string' ? low.regexes.ofReplacement(searched, inserted) : NO_CONTEXTS
  }
  if (spelledName !== 'sub' || second === undefined) return NO_CONTEXTS
  const isFunction = name === 're.sub'
  if (site.arguments.length !== (isFunction ? 3 : 2)) return NO_CONTEXTS
  const regex = isFunction ? first.node : object
  const compiled = syntax.callAt(tree, text, symbols.valueOf(regex))
  const isCompiled = compiled !== undefined && symbols.nameOf(compiled.callee) === 're.compile'
  if (!isFunction && !isCompiled) return NO_CONTEXTS
  const [pattern, ...flags] = isCompiled ? compiled.arguments : [first]
  const source = pattern === undefined ? undefined : symbols.constantOf(pattern.node)
  const inserted = symbols.constantOf(isFunction ? second.node : first.node)
  // `\\g<0>` inserts the match.
  if (typeof source !== 'string' || typeof inserted !== 'string' || inserted.includes('\\')) return NO_CONTEXTS
  const written = flags.map(({ node }) => nodeText(tree, text, node)).join(' ')
  return low.regexes.ofReplacement({ text: source, syntax: 'python', flags: REGEX_SYNTAX.readFlags(written, source) }, inserted)
}
