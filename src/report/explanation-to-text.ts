import type { ExplainedCandidate, ExplainedClause, ExplainedMatch, Explanation, FlowLoss, NoFlowExplanation } from '../model/explanation.ts'
import type { SourceFile } from '../model/source.ts'
import { buildLineIndex } from '../text/build-line-index.ts'
import { decodeText } from '../text/decode-text.ts'
import { drawPlaces, type DrawOptions, type Mark } from './draw-places.ts'
import { choosePaint } from './paint.ts'
import { toVisible } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

/** How an explanation is written. */
export interface ExplanationOptions {
  /** The files of the request. Code is drawn from them. */
  readonly files: readonly SourceFile[]
  /** Default: false. */
  readonly color?: boolean
  /** Columns. Default: 100. */
  readonly width?: number
}

const WIDTH = 100

/** Writes an explanation as text: the verdict, the reason, and the clauses or the data flow drawn over the code. */
export function renderExplanation(explanation: Explanation, { files, color = false, width = WIDTH }: ExplanationOptions): string {
  const options: DrawOptions = { paint: choosePaint(color), width, sourceOf: createReader(files), masked: explanation.masked === true }
  const blocks = [headline(explanation, options), ...body(explanation, options), ...notes(explanation, width)]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function createReader(files: readonly SourceFile[]): DrawOptions['sourceOf'] {
  const known = new Map<string, ReturnType<DrawOptions['sourceOf']>>()
  return (path) => {
    if (known.has(path)) return known.get(path)
    const file = files.find((each) => each.path === path)
    const decoded = file === undefined ? undefined : decodeText(file.content)
    const source = decoded === undefined || 'fault' in decoded ? undefined : { text: decoded.text, lines: buildLineIndex(decoded.text) }
    known.set(path, source)
    return source
  }
}

const VERDICTS: Readonly<Record<Explanation['kind'], string>> = {
  fired: 'reports',
  'not-reported': 'matches, but does not report',
  'not-run': 'was not run on',
  'not-matched': 'does not match',
  'no-flow': 'does not report',
}

function headline(explanation: Explanation, { paint, width }: DrawOptions): string {
  const { rule, file, line, kind } = explanation
  const first = `${paint.strong(rule)} ${VERDICTS[kind]} ${paint.path(toVisible(line === undefined ? file : `${file}:${line}`))}`
  if (explanation.kind === 'fired') return first
  return `${first}\n${wrapText(explanation.reason.message, width - 2)
    .map((row) => `  ${row}`)
    .join('\n')}`
}

function notes({ notes: all }: Explanation, width: number): readonly string[] {
  return all.map((note) => wrapText(`Note: ${note}`, width).join('\n'))
}

function body(explanation: Explanation, options: DrawOptions): readonly string[] {
  switch (explanation.kind) {
    case 'not-run':
      return []
    case 'fired':
      return [...explanation.matches.map((match) => drawMatch(match, options)), ...drawOthers(explanation, options)]
    case 'not-reported':
      return explanation.matches.map((match) => drawMatch(match, options))
    case 'not-matched':
      return [
        ...explanation.candidates.map((candidate) => drawCandidate(candidate, options, explanation.reason.message)),
        omission(explanation.omitted),
      ]
    case 'no-flow':
      return [
        ...drawFlow(explanation, options),
        ...explanation.candidates.map((candidate) => drawCandidate(candidate, options)),
        omission(explanation.omitted),
      ]
  }
}

function drawOthers({ candidates, omitted }: Extract<Explanation, { kind: 'fired' }>, options: DrawOptions): readonly string[] {
  if (candidates.length === 0) return []
  const title = options.paint.strong('Code that does not match, the nearest first:')
  return [title, ...candidates.map((candidate) => drawCandidate(candidate, options)), omission(omitted)]
}

function omission(omitted: number): string {
  return omitted === 0 ? '' : `… ${omitted} more ${omitted === 1 ? 'place is' : 'places are'} left out. Name a line to see it, or use --max.`
}

function drawMatch({ place, clauses, trace }: ExplainedMatch, options: DrawOptions): string {
  const at = options.paint.path(toVisible(`${place.file}:${place.line}:${place.column}`))
  if (trace.length > 0) {
    const marks = trace.map(
      ({ kind, what, ...step }): Mark => ({ place: { ...step, text: '' }, label: `${kind}: ${what}`, sign: kind === 'step' ? '-' : '^' }),
    )
    return [at, ...drawPlaces(marks, options)].join('\n')
  }
  const own: Mark = { place, label: 'matches', sign: '^' }
  return [at, ...drawPlaces([own, ...bindingMarks(clauses)], options), ...listClauses(clauses, options)].join('\n')
}

function drawCandidate({ place, clauses, reason }: ExplainedCandidate, options: DrawOptions, said = ''): string {
  const failed = reason?.place ?? place
  const isPart = failed.line !== place.line || failed.column !== place.column || failed.endColumn !== place.endColumn
  const marks: readonly Mark[] = [
    ...(isPart ? [{ place, label: 'candidate', sign: '-' } as const] : []),
    ...bindingMarks(clauses).filter((mark) => mark.place.line !== failed.line || mark.place.column !== failed.column),
    { place: failed, label: `fails ${reason?.clause ?? ''}`.trim(), sign: '^' },
  ]
  return [
    options.paint.path(toVisible(`${place.file}:${place.line}:${place.column}`)),
    ...drawPlaces(marks, options),
    ...listClauses(clauses, options, said),
  ].join('\n')
}

function bindingMarks(clauses: readonly ExplainedClause[]): readonly Mark[] {
  return clauses.flatMap(({ bindings }) =>
    bindings.flatMap(({ name, place }) => (place === undefined || name === '$MATCH' ? [] : [{ place, label: name, sign: '-' } as const])),
  )
}

/** `said` is a message that was written already. */
function listClauses(clauses: readonly ExplainedClause[], { paint, width }: DrawOptions, said = ''): readonly string[] {
  return clauses.flatMap(({ clause, written, holds, bindings, message }) => [
    `  ${holds ? paint.fix('holds') : paint.warning('fails')}  ${clause}  ${paint.faint(toVisible(written))}`,
    ...bindings.filter(({ name }) => name !== '$MATCH').map((binding) => `           ${describeBinding(binding)}`),
    ...(message === undefined || message === said ? [] : wrapText(message, width - 9).map((row) => `         ${row}`)),
  ])
}

function describeBinding({ name, text, constant, constantLine, resolvedName }: ExplainedClause['bindings'][number]): string {
  const line = constantLine === undefined ? '' : ` of line ${constantLine}`
  const value = constant === undefined ? '' : ` (the constant ${JSON.stringify(constant)}${line})`
  const resolved = resolvedName === undefined || constant !== undefined ? '' : ` (resolves to ${resolvedName})`
  return toVisible(`${name} = ${text}${value}${resolved}`)
}

function drawFlow({ sources, sinks, reason }: NoFlowExplanation, options: DrawOptions): readonly string[] {
  const { paint } = options
  const drawn: string[] = []
  for (const { place, clause, steps, loss, reaches } of sources) {
    const marks: Mark[] = [
      { place, label: `source (${clause})`, sign: '^' },
      ...steps.map((step): Mark => ({ place: step.place, label: step.what, sign: '-' })),
      ...(loss?.place === undefined ? [] : [{ place: loss.place, label: loss.code === 'no-path' ? 'last seen' : loss.term, sign: '^' } as const]),
    ]
    drawn.push(
      [paint.strong(`Source ${place.file}:${place.line}`), ...drawPlaces(marks, options), ...drawLoss(loss, options, reaches, reason.message)].join(
        '\n',
      ),
    )
  }
  for (const { place, clause, loss, reached } of sinks) {
    const marks: Mark[] = [
      { place, label: `sink (${clause})`, sign: '^' },
      ...(loss?.place === undefined || isSame(loss.place, place)
        ? []
        : [{ place: loss.place, label: loss.code === 'no-path' ? 'last seen' : loss.term, sign: '-' } as const]),
    ]
    drawn.push(
      [paint.strong(`Sink ${place.file}:${place.line}`), ...drawPlaces(marks, options), ...drawLoss(loss, options, reached, reason.message)].join(
        '\n',
      ),
    )
  }
  return drawn
}

function isSame(left: Mark['place'], right: Mark['place']): boolean {
  return left.file === right.file && left.line === right.line && left.column === right.column && left.endColumn === right.endColumn
}

function drawLoss(loss: FlowLoss | undefined, { width, paint }: DrawOptions, isReached: boolean, said: string): readonly string[] {
  if (loss?.message === said) return []
  if (loss === undefined) return isReached ? [`  ${paint.fix('reached')}`] : []
  return wrapText(`${loss.message} (${loss.term})`, width - 2).map((row) => `  ${row}`)
}
