import { nearestWord } from '../../text/nearest-word.ts'
import { startsInCircle } from './build-automaton.ts'
import type { Element, QueryPattern } from './query-ast.ts'
import type { QueryFault } from './query-fault.ts'

/** The capture of the reported node. */
export const MATCH = 'match'

/** Whether a capture is used only by the predicates of its query and binds nothing: `@_verb`. */
export function isSilent(capture: string): boolean {
  return capture.startsWith('_')
}

/** The metavariable of a capture: `@user-id` is `$USER_ID`. */
export function metavariableOf(capture: string): string {
  return `$${capture.toUpperCase().replace(/[-.]/g, '_')}`
}

/**
 * Mistakes that tree-sitter does not report: no `@match`, two captures of one metavariable, and repetition of a possibly empty pattern, which hangs
 * tree-sitter.
 */
export function checkCaptures(pattern: QueryPattern): QueryFault[] {
  const captures = capturesOf(pattern.root)
  const repeats = emptyRepeats(pattern.root)
  return [...missingMatch(pattern, captures), ...clashes(pattern, captures), ...(repeats.length > 0 ? repeats : circles(pattern))]
}

function missingMatch(pattern: QueryPattern, captures: readonly string[]): QueryFault[] {
  if (captures.includes(MATCH)) return []
  const nearest = nearestWord(MATCH, captures)
  const hint = nearest === undefined ? 'Write `@match` behind the node to report.' : `did you mean \`@${MATCH}\` for \`@${nearest}\`?`
  return [{ code: 'query/no-match-capture', message: 'The pattern captures no node as `@match`.', hint, offset: pattern.offset }]
}

function clashes(pattern: QueryPattern, captures: readonly string[]): QueryFault[] {
  const seen = new Map<string, string>()
  const faults: QueryFault[] = []
  for (const capture of new Set(captures.filter((each) => !isSilent(each)))) {
    const name = metavariableOf(capture)
    const other = seen.get(name)
    if (other !== undefined) {
      faults.push({
        code: 'query/capture-clash',
        message: `\`@${other}\` and \`@${capture}\` are both the metavariable \`${name}\`.`,
        hint: 'Rename one of them.',
        offset: pattern.offset,
      })
    } else seen.set(name, capture)
  }
  return faults
}

function circles(pattern: QueryPattern): QueryFault[] {
  if (!startsInCircle(pattern.root)) return []
  const hint = 'Name the node instead of a wildcard or supertype, or give it a child that must be there first.'
  return [
    {
      code: 'query/empty-repeat',
      message: 'The pattern starts with a repeated wildcard whose first child is optional.',
      hint,
      offset: pattern.offset,
    },
  ]
}

function emptyRepeats(element: Element): QueryFault[] {
  const own: QueryFault[] = []
  if (element.kind !== 'field' && element.quantifier === '+' && mayBeEmpty({ ...element, quantifier: 'one' })) {
    own.push({
      code: 'query/empty-repeat',
      message: '`+` repeats a pattern that can be empty.',
      hint: 'Write `*`, or remove the `?` inside.',
      offset: element.offset,
    })
  }
  return [...own, ...partsOf(element).flatMap(emptyRepeats)]
}

function mayBeEmpty(element: Element): boolean {
  if (element.kind === 'field') return mayBeEmpty(element.of)
  if (element.quantifier === '?' || element.quantifier === '*') return true
  if (element.kind === 'node') return false
  return element.kind === 'choice' ? element.branches.some(mayBeEmpty) : element.items.every((item) => mayBeEmpty(item.element))
}

function partsOf(element: Element): readonly Element[] {
  if (element.kind === 'field') return [element.of]
  if (element.kind === 'choice') return element.branches
  return (element.kind === 'group' ? element.items : element.children).map((item) => item.element)
}

function capturesOf(element: Element): string[] {
  const own = element.kind === 'field' ? [] : element.captures
  return [...own, ...partsOf(element).flatMap(capturesOf)]
}
