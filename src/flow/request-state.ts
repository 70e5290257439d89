import { OP } from '../model/program.ts'
import type { Project } from './build-project.ts'

/** What one function leaves in the objects of a request, and where others read it. */
export interface KeptInRequest {
  readonly from: number
  readonly to: number
}

/** Parameters that frameworks pass to everything that handles one request, and the parts that are made for what handlers leave to each other; empty for the object itself. */
const HOLDERS: readonly { readonly names: RegExp; readonly parts: readonly string[] }[] = [
  { names: /^_?req(?:uest)?$/, parts: [''] },
  { names: /^_?res(?:ponse)?$/, parts: ['locals'] },
  { names: /^(?:ctx|context|c)$/, parts: ['state', 'var'] },
]
/** Parts that the framework sets itself. */
const OWN_PARTS: ReadonlySet<string> = new Set(
  'body query params headers cookies signedCookies url originalUrl path method ip ips hostname host protocol secure subdomains socket connection app route baseUrl res next log raw session file files state'.split(
    ' ',
  ),
)
/** Parameters of functions that hand a request on. */
const NEXT = /^_?(?:next|done)$/
const MAX_STEPS = 40

/** `req.tenant = x` in a function that calls `next`, to `req.tenant` in others; `res.locals.x`, `ctx.state.x` and `c.set('x', …)` alike. */
export function keptInRequests(project: Project): readonly KeptInRequest[] {
  const { op, a, b, key, keys, functions, owner, calls, count } = project
  const written = new Map<string, number[]>()
  const hasNext = functions.map(({ parameters }) => parameters.some(({ name }) => NEXT.test(name)))
  if (!hasNext.includes(true)) return []

  /** The place of a part in what a request has; undefined where it is not kept. */
  const placeOf = (object: number, name: string): string | undefined => {
    const held = beneath(project, object)
    if (op[held] === OP.parameter) return OWN_PARTS.has(name) ? undefined : kept(held, '', name)
    if (op[held] !== OP.load || key[held] < 0) return undefined
    const holder = beneath(project, a[held])
    return op[holder] === OP.parameter ? kept(holder, keys[key[held]], name) : undefined
  }
  const kept = (parameter: number, part: string, name: string): string | undefined => {
    const own = a[parameter] < 0 ? undefined : functions[owner[parameter]].parameters[a[parameter]]?.name
    if (own === undefined) return undefined
    const at = HOLDERS.findIndex(({ names, parts }) => names.test(own) && parts.includes(part))
    // `c.var.x` is what `c.set('x', …)` has left.
    return at < 0 ? undefined : `${at} ${part === 'var' ? '()' : part}.${name}`
  }
  const note = (place: string | undefined, value: number): void => {
    if (place === undefined) return
    const known = written.get(place)
    if (known === undefined) written.set(place, [value])
    else known.push(value)
  }

  for (let value = 0; value < count; value++)
    if (op[value] === OP.store && key[value] >= 0 && hasNext[owner[value]]) note(placeOf(a[value], keys[key[value]]), b[value])
  for (const { written: name, receiver, subject, arguments: passed, owner: home } of calls)
    if (name === 'set' && receiver >= 0 && subject !== undefined && passed.length === 2 && hasNext[home])
      note(calledPlace(project, receiver, subject), passed[1].value)
  if (written.size === 0) return []

  const found: KeptInRequest[] = []
  const read = (place: string | undefined, to: number): void => {
    if (place !== undefined) for (const from of written.get(place) ?? []) if (owner[from] !== owner[to]) found.push({ from, to })
  }
  for (let value = 0; value < count; value++) if (op[value] === OP.load && key[value] >= 0) read(placeOf(a[value], keys[key[value]]), value)
  for (const { written: name, receiver, subject, arguments: passed, result } of calls)
    if (name === 'get' && receiver >= 0 && result >= 0 && subject !== undefined && passed.length === 1)
      read(calledPlace(project, receiver, subject), result)
  return found
}

/** The place of `c.set('x', …)` and `c.get('x')`. */
function calledPlace(project: Project, receiver: number, name: string): string | undefined {
  const { op, a, functions, owner } = project
  const held = beneath(project, receiver)
  const own = op[held] === OP.parameter && a[held] >= 0 ? functions[owner[held]].parameters[a[held]]?.name : undefined
  return own !== undefined && HOLDERS[2].names.test(own) ? `2 ().${name}` : undefined
}

/** The value before anything was put into it or checked. */
function beneath({ op, a }: Project, value: number): number {
  let at = value
  for (let steps = 0; steps < MAX_STEPS && at >= 0; steps++) {
    if (op[at] !== OP.after && op[at] !== OP.store && op[at] !== OP.refine && op[at] !== OP.join) break
    at = a[at]
  }
  return at
}
