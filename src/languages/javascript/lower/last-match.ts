import { OP } from '../../../model/program.ts'
import { addNary } from '../../lowering/values.ts'
import { writeVariable } from '../../lowering/variables.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'
import { storeRestrictedGroups } from './lower-regex-match.ts'

/** An operand of a regex call. */
interface Operand {
  readonly node: number
  readonly value: number
}

const STRING_METHODS: ReadonlySet<string> = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split'])
const REGEX_METHODS: ReadonlySet<string> = new Set(['test', 'exec'])

/** Properties of `RegExp` that contain parts of the string that was searched last. */
const LAST_MATCH = /\bRegExp\s*(?:\.\s*|\[\s*['"`])(?:\$|lastMatch|lastParen|leftContext|rightContext|input)/

/** After `/id=(.*)/.test(text)`, `RegExp.$1` is a part of `text`. Only in files that read such a property. */
export function recordLastMatch(
  low: JavaScriptLowering,
  node: number,
  { method, object, argument }: { readonly method: string; readonly object: Operand; readonly argument: Operand },
): void {
  const ofString = STRING_METHODS.has(method)
  if (!ofString && !REGEX_METHODS.has(method)) return
  const subject = ofString ? object.value : argument.value
  if (subject < 0 || object.value < 0 || !LAST_MATCH.test(low.text)) return
  const matched = addNary(low, OP.mix, node, [subject])
  const pattern = ofString ? argument.node : object.node
  writeVariable(
    low,
    low.globalVariable('RegExp'),
    storeRestrictedGroups(low, node, pattern, matched, (position) => `$${position}`),
  )
}
