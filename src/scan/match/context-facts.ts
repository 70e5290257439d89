import { BOUNDS } from '../../model/bounds.ts'
import type { ContextFact } from '../../model/evidence.ts'
import type { Span } from '../../model/position.ts'

/** Lines before a location that are searched. Most checks of a value are closer to its use. */
const MAX_LINES = BOUNDS.contextLines.value
/** Characters before a location that are searched: lines of minified code are long. */
const MAX_CHARACTERS = BOUNDS.contextCharacters.value

/** Facts about the code around a location, from its text alone. A few patterns over one page at most, so it costs nothing beside a match. */
export function readContextFacts(text: string, { start, end }: Span): readonly ContextFact[] {
  const before = readLinesBefore(text, start)
  const code = text.slice(start, Math.min(end, start + MAX_CHARACTERS))
  const lineEnd = text.indexOf('\n', end)
  const line = text.slice(
    Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MAX_CHARACTERS),
    lineEnd < 0 ? end : Math.min(lineEnd, end + MAX_CHARACTERS),
  )
  const facts: ContextFact[] = []
  if (CONDITION.test(before) && LEAVES.test(before)) facts.push('guard-near')
  if (ROLE_CHECK.test(before)) facts.push('role-check-near')
  if (VALIDATION.test(before)) facts.push('validation-near')
  if (isConstant(code)) facts.push('constant-code')
  if (REQUEST.test(line)) facts.push('request-here')
  if (REVIEWED.test(line)) facts.push('reviewed-comment')
  return facts
}

function readLinesBefore(text: string, start: number): string {
  const least = Math.max(0, start - MAX_CHARACTERS)
  let from = start
  for (let lines = 0; lines <= MAX_LINES && from > least; lines++) from = Math.max(least, text.lastIndexOf('\n', from - 1))
  return text.slice(from, start)
}

const CONDITION = /^\s*(?:\}\s*)?(?:if|elif|else if|unless)\b/m
const LEAVES = /\b(?:return|raise|throw|abort|continue|exit)\b/
const ROLE_CHECK =
  /is_?admin|permission|require_?(?:role|login|auth)|authori[sz]|login_required|is_?authenticated|check_?access|has_?perm|superuser|is_?staff|has_?role/i
const VALIDATION = /valid|saniti|escape|allowed|whitelist|allowlist|safe|verif|normali[sz]e|encodeURI|quote/i
const CALLEE = /^[\w$.]{0,60}/
const CONSTANT_END = /[A-Z0-9_.]$/
const CONSTANTS = /^(?:[A-Z0-9_ ,.(){}[\]:]|'[^'\n]*'|"[^"\n]*")*$/
const REQUEST = /\breq(?:uest)?\b|\bctx\b|\bparams\b|\bquery\b|\bbody\b|headers|cookies|\bevent\b|payload|socket|message/i
const REVIEWED = /\bnosec\b|\bnoqa\b|\bnosemgrep\b|\beslint-disable|\bNOSONAR\b|\blgtm\b/

/** Whether code consists of upper-case names, numbers and strings, or of a call of them. */
function isConstant(code: string): boolean {
  const [callee = ''] = CALLEE.exec(code) ?? []
  const rest = code.slice(callee.length)
  return CONSTANTS.test(rest) && (rest !== '' || CONSTANT_END.test(callee))
}
