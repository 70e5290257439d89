import type { ChoiceElement, Element, GroupElement, NodeElement } from './query-ast.ts'

/** `Step.symbol` of a step that accepts any type. */
export const ANY_TYPE = -1
/** `Step.depth` of the step behind the last. */
export const DONE_DEPTH = 65535
const NONE = -1
const MAX_STEP_CAPTURES = 3

/**
 * One step of a pattern, as in tree-sitter (`QueryStep` of its `query.c`): the required node, and the continuation. Steps are consecutive;
 * `alternative` is a second continuation.
 */
export interface Step {
  symbol: number
  supertype: number
  field: number
  captures: string[]
  absentFields: readonly number[]
  /** Nesting within the pattern. */
  depth: number
  alternative: number
  /** With `ANY_TYPE`: only named nodes. */
  named: boolean
  immediate: boolean
  lastChild: boolean
  missing: boolean
  /** Matches no node: both continuations apply immediately. */
  passThrough: boolean
  /** Matches no node: continues with its alternative. */
  deadEnd: boolean
  inChoice: boolean
  alternativeIsSkip: boolean
}

/**
 * Converts a pattern to the same steps, with the same indexes, as `ts_query__parse_pattern` of tree-sitter 0.26, because their order affects the
 * semantics.
 */
export function buildSteps(root: Element): Step[] {
  const steps: Step[] = []
  append(steps, root, 0, false, false)
  steps.push(newStep(ANY_TYPE, DONE_DEPTH, false))
  return steps
}

function append(steps: Step[], element: Element, depth: number, immediate: boolean, inChoice: boolean): void {
  const start = steps.length
  if (element.kind === 'field') {
    append(steps, element.of, depth, immediate, inChoice)
    for (const step of startsOf(steps, start)) step.field = element.field
    return
  }
  if (element.kind === 'choice') appendChoice(steps, element, depth, immediate)
  else if (element.kind === 'group') appendGroup(steps, element, depth, immediate, inChoice)
  else appendNode(steps, element, depth, immediate, inChoice)
  for (const name of element.captures) {
    for (const step of startsOf(steps, start)) if (step.captures.length < MAX_STEP_CAPTURES) step.captures.push(name)
  }
  if (element.quantifier !== 'one') quantify(steps, start, element.quantifier, depth, inChoice)
}

function appendChoice(steps: Step[], element: ChoiceElement, depth: number, immediate: boolean): void {
  const starts: number[] = []
  for (const branch of element.branches) {
    starts.push(steps.length)
    append(steps, branch, depth, immediate, true)
    steps.push(newStep(ANY_TYPE, depth, false))
  }
  steps.pop()
  for (let i = 0; i + 1 < starts.length; i++) {
    const next = starts[i + 1] ?? 0
    const first = steps[starts[i] ?? 0]
    const last = steps[next - 1]
    if (first !== undefined) first.alternative = next
    if (last === undefined) continue
    last.alternative = steps.length
    last.deadEnd = true
  }
}

function appendGroup(steps: Step[], element: GroupElement, depth: number, immediate: boolean, inChoice: boolean): void {
  let anchored = immediate
  for (const item of element.items) {
    append(steps, item.element, depth, anchored || item.anchored, inChoice)
    anchored = false
  }
}

function appendNode(steps: Step[], element: NodeElement, depth: number, immediate: boolean, inChoice: boolean): void {
  const { type, supertype, missing, absentFields } = element
  const step = newStep(type.kind === 'any' ? ANY_TYPE : type.id, depth, immediate)
  step.named = type.kind === 'any' && type.named
  step.supertype = supertype
  step.missing = missing
  step.absentFields = absentFields
  steps.push(step)
  let last = NONE
  for (const item of element.children) {
    last = steps.length
    append(steps, item.element, depth + 1, item.anchored, inChoice)
  }
  if (element.endAnchored) markLast(steps, last)
}

function markLast(steps: readonly Step[], at: number): void {
  for (let step: Step | undefined = steps[at]; step !== undefined; step = step.alternative === NONE ? undefined : steps[step.alternative]) {
    if (step.lastChild) return
    step.lastChild = true
  }
}

function quantify(steps: Step[], start: number, quantifier: '?' | '*' | '+', depth: number, inChoice: boolean): void {
  const end = steps.length
  if (quantifier !== '?') {
    const repeat = newStep(ANY_TYPE, depth, false)
    repeat.inChoice = inChoice
    repeat.alternative = start
    repeat.passThrough = true
    steps.push(repeat)
  }
  if (quantifier === '+') return
  let step: Step | undefined = steps[start]
  while (step !== undefined && step.alternative !== NONE && step.alternative < end) step = steps[step.alternative]
  if (step === undefined) return
  step.alternative = steps.length
  step.alternativeIsSkip = true
}

/** The steps at which an element may start. */
function startsOf(steps: readonly Step[], start: number): Step[] {
  const starts: Step[] = []
  for (let at = start; ; ) {
    const step = steps[at]
    if (step === undefined) return starts
    starts.push(step)
    if (step.alternative <= at || step.alternative >= steps.length) return starts
    at = step.alternative
  }
}

function newStep(symbol: number, depth: number, immediate: boolean): Step {
  const none = { supertype: 0, field: 0, captures: [], absentFields: [], alternative: NONE, alternativeIsSkip: false }
  const flags = { named: false, lastChild: false, missing: false, passThrough: false, deadEnd: false, inChoice: false }
  return { symbol, depth, immediate, ...none, ...flags }
}
