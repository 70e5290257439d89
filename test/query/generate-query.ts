import { type FlatTree, NODE_MISSING, NODE_NAMED } from '../../src/model/tree.ts'
import { quote } from './print-query.ts'

export type Random = () => number

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A query that a random node of the tree matches, or nearly does. */
export function generateQuery(tree: FlatTree, text: string, random: Random): string {
  const maker = createMaker(tree, text, random)
  let node = Math.floor(random() * tree.count)
  for (let tries = 0; tries < 6 && tree.next[node] === node + 1; tries++) node = Math.max(0, tree.parent[node])
  const body = random() < 0.15 ? maker.siblings(node) : maker.pattern(node, 0, random() < 0.7)
  const all = maker.hasMatch() ? body : `${body} @match`
  const predicates = maker.predicates()
  return predicates.length === 0 ? all : `(${all} ${predicates.join(' ')})`
}

interface Maker {
  pattern(node: number, depth: number, match: boolean): string
  siblings(node: number): string
  hasMatch(): boolean
  predicates(): string[]
}

function createMaker(tree: FlatTree, text: string, random: Random): Maker {
  const { names } = tree
  const captured: { name: string; text: string }[] = []
  let matched = false
  const chance = (share: number): boolean => random() < share
  const pick = <Of>(list: readonly Of[]): Of | undefined => list[Math.floor(random() * list.length)]
  const childrenOf = (node: number): number[] => {
    const list: number[] = []
    for (let child = node + 1; child < (tree.next[node] ?? 0); child = tree.next[child] ?? Infinity) list.push(child)
    return list
  }
  const capture = (node: number, share: number): string => {
    if (!chance(share)) return ''
    if (!matched && chance(0.3)) {
      matched = true
      return ' @match'
    }
    const known = pick(captured)
    const name = known !== undefined && chance(0.1) ? known.name : `c${captured.length}`
    captured.push({ name, text: text.slice(tree.start[node], tree.end[node]) })
    return ` @${name}`
  }
  const headOf = (node: number): string => {
    const type = names.typeName(tree.type[node] ?? 0)
    const bits = tree.supertypes[node] ?? 0
    const supers = names.supertypeNames.filter((name) => names.supertypeBit(name) & bits)
    const supertype = pick(supers)
    if (supertype !== undefined && chance(0.2)) return chance(0.5) ? supertype : `${supertype}/${type}`
    if ((tree.flags[node] ?? 0) & NODE_MISSING && chance(0.7)) return `MISSING ${(tree.flags[node] ?? 0) & NODE_NAMED ? type : quote(type)}`
    return chance(0.12) ? '_' : type
  }
  const bare = (node: number, depth: number): string => {
    if (!((tree.flags[node] ?? 0) & NODE_NAMED)) return chance(0.1) ? '_' : quote(names.typeName(tree.type[node] ?? 0))
    const head = headOf(node)
    if (head.startsWith('MISSING')) return `(${head})`
    const parts: string[] = [head]
    if (chance(0.12)) {
      const field = pick(names.fieldNames.slice(1))
      if (field !== undefined) parts.push(`!${field}`)
    }
    const children = childrenOf(node)
    if (depth < 4 && children.length > 0 && chance(0.8)) parts.push(...list(children, depth + 1, true))
    return `(${parts.join(' ')})`
  }
  const list = (nodes: readonly number[], depth: number, inNode: boolean): string[] => {
    const parts: string[] = []
    const named = nodes.filter((node) => (tree.flags[node] ?? 0) & NODE_NAMED || chance(0.3))
    const from = Math.floor(random() * Math.max(1, named.length - 1))
    const some = named.slice(from, from + 4).filter(() => chance(0.65))
    for (const node of some) {
      if (chance(0.12) && (inNode || parts.length > 0)) parts.push('.')
      parts.push(member(node, depth))
    }
    if (inNode && some.length > 0 && chance(0.12)) parts.push('.')
    return parts
  }
  const member = (node: number, depth: number): string => {
    const field = tree.field[node] ?? 0
    const prefix = field !== 0 && chance(0.6) ? `${names.fieldNames[field]}: ` : ''
    if (chance(0.12)) {
      const other = Math.floor(random() * tree.count)
      const branches = [
        pattern(node, depth + 1, false),
        (tree.flags[other] ?? 0) & NODE_NAMED ? `(${names.typeName(tree.type[other] ?? 0)})${capture(other, 0.3)}` : bare(other, 4),
      ]
      if (chance(0.5)) branches.reverse()
      return `${prefix}[${branches.join(' ')}]${quantifier()}${capture(node, 0.3)}`
    }
    if (chance(0.08)) {
      const next = tree.next[node] ?? 0
      const sibling = next < (tree.next[tree.parent[node] ?? 0] ?? 0) ? ` ${chance(0.3) ? '. ' : ''}${bare(next, 4)}${capture(next, 0.3)}` : ''
      const first = bare(node, depth + 1)
      if (first.startsWith('(') || first.startsWith('"')) return `(${first}${quantifier(0.1)}${capture(node, 0.3)}${sibling})${quantifier()}`
    }
    return prefix + bare(node, depth) + quantifier() + capture(node, 0.35)
  }
  const quantifier = (share = 0.16): string => (chance(share) ? (pick(['?', '*', '+']) ?? '') : '')
  const pattern = (node: number, depth: number, match: boolean): string => {
    const body = bare(node, depth)
    if (match && !matched) {
      matched = true
      return `${body} @match`
    }
    return body + capture(node, 0.2)
  }
  return {
    pattern,
    siblings: (node) => {
      const siblings = childrenOf(Math.max(0, tree.parent[node] ?? 0))
      const parts = list(siblings, 1, false)
      const first = parts[0]
      if (first === undefined || !/^[("[]/.test(first)) return pattern(node, 0, true)
      return `(${parts.join(' ')})`
    },
    hasMatch: () => matched,
    predicates: () => {
      if (captured.length === 0 || !chance(0.35)) return []
      const one = pick(captured)
      const two = pick(captured)
      if (one === undefined || two === undefined || one.text.length > 60) return []
      const value = quote(chance(0.8) ? one.text : two.text.slice(0, 20))
      const regex = quote(chance(0.5) ? `^${one.text.slice(0, 1).replace(/[^a-z0-9]/gi, '.')}` : '[a-e]')
      return [
        pick([
          `(#eq? @${one.name} ${value})`,
          `(#not-eq? @${one.name} ${value})`,
          `(#any-of? @${one.name} "a" ${value})`,
          `(#not-any-of? @${one.name} "a" ${value})`,
          `(#match? @${one.name} ${regex})`,
          `(#not-match? @${one.name} ${regex})`,
          `(#eq? @${one.name} @${two.name})`,
          `(#any-eq? @${one.name} ${value})`,
          `(#any-not-match? @${one.name} ${regex})`,
        ]) ?? '',
      ]
    },
  }
}
