import type { TraceStep } from '../model/finding.ts'

/** A sentence about source and sink: "Request query parameter `dir` reaches `exec` as a shell command." Undefined without a source and a sink. */
export function summariseFlow(trace: readonly TraceStep[] | undefined): string | undefined {
  const source = trace?.[0]
  const sink = trace?.at(-1)
  if (source?.kind !== 'source' || sink?.kind !== 'sink') return undefined
  const subject = source.what.includes(', ') ? `${source.what},` : source.what
  const isMany = PLURAL.test(source.what)
  const verb = sink.what.startsWith(PASSED)
    ? `${isMany ? 'reach' : 'reaches'} ${sink.what.slice(PASSED.length)}`
    : `${isMany ? 'are' : 'is'} ${sink.what}`
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${verb}.`
}

const PASSED = 'passed to '
/** Whether the noun before the code is a plural. */
const PLURAL = /^(?:(?! (?:of|from|in|to) )[^`,])*[^s`,]s(?: (?:of|from|in|to) |[ ,]*(?:[`,]|$))/
