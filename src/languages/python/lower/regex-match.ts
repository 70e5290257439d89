import { calledMethod } from '../../lowering/called-method.ts'
import { isRestrictiveRegex } from './regex-proof.ts'
import { kindOf } from '../../lowering/visit-nodes.ts'
import type { PythonLowering } from './python-lowering.ts'

/** Whether this is the match of a restrictive regex: `found = re.match('[a-z]+', x)`. Its groups consist of the listed characters. */
export function isRegexMatch(low: PythonLowering, node: number): boolean {
  return isRestrictiveMatch(low, node, MATCHES)
}

/** Whether this is a list of matches of a restrictive regex: `re.findall('[a-z]+', x)`. */
export function isRegexMatchList(low: PythonLowering, node: number): boolean {
  return isRestrictiveMatch(low, node, FINDS_ALL)
}

const MATCHES: ReadonlySet<string> = new Set(['fullmatch', 'match', 'search'])
const FINDS_ALL: ReadonlySet<string> = new Set(['findall'])

function isRestrictiveMatch(low: PythonLowering, node: number, methods: ReadonlySet<string>): boolean {
  const { tree, text, kinds, symbols } = low
  const site = kindOf(low, node) === kinds.id.call ? low.syntax.callAt(tree, text, node) : undefined
  const { object, method } = calledMethod(low, site)
  if (site === undefined || !methods.has(method)) return false
  const isPlain = symbols.nameOf(site.callee) === `re.${method}`
  const compiled = isPlain ? site : low.syntax.callAt(tree, text, symbols.valueOf(object))
  const pattern = compiled?.arguments[0]?.node ?? -1
  if (compiled === undefined || pattern < 0 || (!isPlain && symbols.nameOf(compiled.callee) !== 're.compile')) return false
  return isRestrictiveRegex(low, compiled, 'whole')
}
