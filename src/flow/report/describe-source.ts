import { BOUNDS } from '../../model/bounds.ts'
import type { DataName, SourceSite } from '../../model/flow.ts'
import { OP } from '../../model/program.ts'
import type { Project } from '../program/link-program.ts'
import { type FactTable, predecessorOf } from '../solver/fact-table.ts'
import type { PathSegment } from './path-segment.ts'

/** Facts at the start of a path that are searched for the property that is read. */
const MAX_FACTS = BOUNDS.describedSourceFacts.value
/** Properties that are shown: the part of a request, and the name in it. */
const MAX_KEYS = BOUNDS.describedSourceKeys.value

/** A source, and the path of its data. */
export interface DescribedSource {
  readonly project: Project
  readonly facts: FactTable
  readonly source: SourceSite
  readonly path: PathSegment
  readonly labels: number
}

/** Names a source in the terms of its protocol or framework: request query parameter `dir`. */
export function describeSource(input: DescribedSource, access: string | undefined): string {
  const named = nameSource(input)
  return access === undefined ? named : `${named}, ${access}`
}

function nameSource(input: DescribedSource): string {
  const { text, dataNames, callbacks } = input.source
  const keys = keysRead(input)
  const code = SHORT_ACCESS.test(text) ? ` \`${text}\`` : ''
  // The code of a callback's source is the whole call that registers it.
  const ofCode = callbacks.length > 0 ? undefined : rowOf(dataNames, text.replaceAll(STRING_LITERAL, ''))
  if (ofCode !== undefined) return nameData(ofCode, keys[0], code)
  const registration = callbacks.length > 0 ? REGISTRATION.exec(text) : null
  const ofCall = registration === null ? undefined : rowOf(dataNames, registration[1])
  if (ofCall !== undefined) return nameData(ofCall, registration?.[2], code)
  const ofKey = dataNames.find(({ names }) => names?.includes(keys[0]))
  if (ofKey !== undefined) return nameData(ofKey, keys[1], code)
  const any = dataNames.find(({ names }) => names === undefined) ?? (dataNames.length === 1 ? dataNames[0] : undefined)
  return any === undefined ? `untrusted input${code}` : `${any.all}${code}`
}

/** The row with a name that occurs in the code. The last name of the code decides. */
function rowOf(dataNames: readonly DataName[], code: string): DataName | undefined {
  const words = code.match(WORD) ?? []
  return words.toReversed().flatMap((word) => dataNames.filter(({ names }) => names?.includes(word)))[0]
}

function nameData({ one, all }: DataName, key: string | undefined, code: string): string {
  return one === undefined || key === undefined || !SHORT_KEY.test(key) ? `${all}${code}` : `${one} \`${key}\``
}

/** A short chain of names, keys and one lookup. Reports show longer code, and mask secrets in it. */
const SHORT_ACCESS = /^(?=.{1,60}$)[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[\w'"-]{1,20}\]|\([\w'"-]{0,20}\))*$/
/** A callee, and its first argument if it is a string literal: `channel.consume('clips', …)`, `channel.basic_consume(queue='clips', …)`. */
const REGISTRATION = /^((?:[\w$.]|\(\)){1,80})\((?:\s*(?:\w{1,40}\s*=\s*)?['"]([^'"\n]{1,40})['"])?/
const SHORT_KEY = /^[\w$.@-]{1,40}$/
const STRING_LITERAL = /'[^']*'|"[^"]*"|`[^`]*`/g
const WORD = /[A-Za-z_$][\w$]*/g

/** The properties of the source that are read first, by member access, destructuring or a call with a constant key. */
function keysRead({ project, facts, source, path, labels }: DescribedSource): string[] {
  const keys: string[] = []
  const values = pathValues({ facts, path, labels })
  let previous = -1
  for (const value of values) {
    const key = previous < 0 ? constantKeyOf(project, value) : keyBetween(project, previous, value)
    if (key === null) break
    if (key !== undefined) keys.push(key)
    if (keys.length === MAX_KEYS) break
    previous = value
  }
  return [...constantKeysIn(source.propertyPath), ...keys]
}

/** If a source is one property or method of a parameter, its name. */
function constantKeysIn(propertyPath: readonly string[]): readonly string[] {
  return propertyPath.length === 1 ? propertyPath.map((key) => key.replace(/\(\)$/, '')) : []
}

/** The values of a path in order, without those in callees that return it. */
function pathValues({ facts, path, labels }: Pick<DescribedSource, 'facts' | 'path' | 'labels'>): readonly number[] {
  const values: number[] = []
  for (let segment: PathSegment | undefined = path; segment !== undefined && values.length < MAX_FACTS; segment = segment.callee) {
    const own: number[] = []
    for (let at = segment.fact; at >= 0 && own.length < MAX_FACTS; ) {
      own.push(facts.value[at])
      at = predecessorOf(facts, at, labels).predecessor
    }
    values.push(...own.reverse())
  }
  return values
}

/** The key of a source that is a call with a constant first argument: `req.param('id')`. */
function constantKeyOf({ op, a, calls }: Project, value: number): string | undefined {
  if (op[value] !== OP.result) return undefined
  const { constantKey, arguments: passed } = calls[a[value]]
  const constant = constantKey ?? passed[0]?.constant
  return typeof constant === 'string' ? constant : undefined
}

/** The property of the previous value that a value is. Undefined if both are the same data, null if it is something else. */
function keyBetween(project: Project, previous: number, value: number): string | undefined | null {
  const { op, a, key, keys, calls } = project
  switch (op[value]) {
    case OP.load:
      return a[value] !== previous || key[value] < 0 || keys[key[value]].startsWith('%') ? null : keys[key[value]]
    case OP.result:
      return calls[a[value]].receiver === previous ? (calls[a[value]].constantKey ?? null) : null
    case OP.phi:
    case OP.refine:
    case OP.captured:
    case OP.imported:
    case OP.parameter:
      return undefined
    default:
      return null
  }
}
