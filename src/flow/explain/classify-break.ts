import type { CodePlace, FlowLoss } from '../../model/explanation.ts'
import { EDGE } from '../program/data-flow-edges.ts'
import type { SolverState } from '../solver/solver-state.ts'
import { describeUnknownCall } from './describe-call-loss.ts'
import { placeOfSpan, placeOfValue, quote } from './describe-code.ts'
import { describeSanitized } from './describe-sanitized.ts'
import type { BreakScope } from './break-scope.ts'
import type { Break } from './find-breaks.ts'

/** A loss with its rank: of several the lowest explains the most. */
export interface RankedLoss {
  readonly rank: number
  readonly loss: FlowLoss
}

/** Says why the solver does not propagate data along an edge. */
export function classifyBreak(scope: BreakScope, found: Break): RankedLoss {
  const { edge, to } = found
  const { explained, solved } = scope
  const { state } = solved.solution
  if (state.taint.sanitized[to] !== 0) return { rank: 0, loss: describeSanitized(scope, edge.from, to) }
  if (edge.kind === 'call') return { rank: 3, loss: describeUnknownCall(scope, edge, to) }
  const lastSeen = placeOfValue(explained, edge.from)
  const place = placeOfValue(explained, to)
  if (edge.kind === 'pass') return { rank: 4, loss: describePass(scope, edge.call, edge.from, to) }
  if (edge.kind === 'return')
    return {
      rank: 6,
      loss: {
        code: 'function',
        term: 'summary',
        message: 'The data of the function does not come from the arguments of this call.',
        place,
        lastSeen,
      },
    }
  return classifyFlow(scope, found, { place, lastSeen })
}

function classifyFlow(scope: BreakScope, { edge, to }: Break, places: { readonly place: CodePlace; readonly lastSeen: CodePlace }): RankedLoss {
  const { state } = scope.solved.solution
  const { project } = state
  const key = project.key[to] < 0 ? undefined : project.keys[project.key[to]]
  const tainted = listTaintedKeys(state, scope.byValue.get(edge.from) ?? [])
  switch (edge.edge) {
    case EDGE.load:
      return { rank: 5, loss: { ...places, ...describeLoad(key, tainted) } }
    case EDGE.base:
      return {
        rank: 1,
        loss: {
          ...places,
          code: 'overwritten',
          term: 'strong update',
          message: `The property ${quote(key ?? '?')} had the data and is overwritten on line ${places.place.line}.`,
        },
      }
    case EDGE.part:
      return {
        rank: 6,
        loss: {
          ...places,
          code: 'container',
          term: 'access path',
          message: `The data is stored in ${quote(places.place.text)} under a key that is not followed.`,
        },
      }
    case EDGE.combine:
    case EDGE.mix:
      return {
        rank: 4,
        loss: {
          ...places,
          code: 'exact',
          term: 'exact source',
          message: 'A string is built of the data, and the source is `exact`: only its whole value counts.',
        },
      }
    default:
      return { rank: 7, loss: { ...places, ...describeCopy(scope, edge.from, to) } }
  }
}

function describeLoad(key: string | undefined, tainted: readonly string[]): Pick<FlowLoss, 'code' | 'term' | 'message'> {
  const read = key === undefined ? 'an element' : `the property ${quote(key)}`
  const known = tainted.length === 0 ? '' : ` The data is in ${tainted.map(quote).join(', ')}.`
  return { code: 'property', term: 'access path', message: `The code reads ${read} of the value, and the data is not in it.${known}` }
}

function listTaintedKeys({ facts, paths, project }: SolverState, known: readonly number[]): readonly string[] {
  const keys = known.flatMap((fact) => {
    const key = paths.firstKey(facts.path[fact])
    return key < 0 ? [] : [project.keys[key]]
  })
  return [...new Set(keys)].filter((key) => !key.startsWith('%')).slice(0, 4)
}

function describeCopy({ explained, solved }: BreakScope, from: number, to: number): Pick<FlowLoss, 'code' | 'term' | 'message'> {
  const { state } = solved.solution
  const { project, taint } = state
  const file = project.fileOf[to]
  if (taint.ownFile !== 0 && file !== project.fileOf[from])
    return {
      code: 'own-file',
      term: 'source scope',
      message: `The source has \`scope: file\`: its data counts in its own file, and ${quote(explained.files[file].file.path)} is another one.`,
    }
  if (state.cutFiles.has(file)) return { code: 'bound', term: 'step bound', message: 'The data-flow analysis reached a bound in this file.' }
  return { code: 'no-path', term: 'data-flow edge', message: 'The data is not propagated to this value.' }
}

function describePass({ explained, solved }: BreakScope, callIndex: number, from: number, to: number): FlowLoss {
  const { project } = solved.solution.state
  const call = project.calls[callIndex]
  const { name } = project.functions[project.owner[to]]
  const called = name === '' ? 'a function' : quote(name)
  return {
    code: 'function',
    term: 'call edge',
    message: `The data is passed to ${called}, but not through this parameter.`,
    place: placeOfSpan(explained, call.file, call),
    lastSeen: placeOfValue(explained, from),
  }
}
