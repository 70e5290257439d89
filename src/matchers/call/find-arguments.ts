import type { Argument, CallSite } from '../../model/language.ts'
import { selectArguments as matchArguments } from '../../model/match-arguments.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { ArgumentSelector } from '../../model/rule-spec.ts'
import { findProperty } from '../find-property.ts'

/** Positional arguments, before and between spreads. */
function positionals(all: readonly Argument[]): readonly Argument[] {
  return all.filter((argument) => argument.kind === 'positional')
}

/** Nodes of the arguments that a selector selects: an index from 0 (negative from the end), `*` for all, or a keyword. */
export function selectArguments(site: CallSite, selector: ArgumentSelector): readonly number[] {
  return matchArguments(site.arguments, selector, 'positional').map(({ node }) => node)
}

/** Nodes of the arguments whose position is certain: not those at and after a spread, unless all are meant. */
export function selectCertainArguments(site: CallSite, index: number | '*'): readonly number[] {
  const spread = site.arguments.findIndex((argument) => argument.kind === 'spread')
  const isCertain = spread < 0 || index === '*' || (index >= 0 && index < spread && positionals(site.arguments).length > index)
  return isCertain ? selectArguments(site, index) : []
}

/**
 * Values of a keyword argument, or of a property of an object literal among the arguments; `a.b` selects `b` in the literal under `a`. `absent` if it
 * is certainly not passed, `unknown` if a spread or an unknown options object may contain it.
 */
export function findKeyword(context: NodeContext, site: CallSite, name: string): readonly number[] | 'absent' | 'unknown' {
  const hasKeywords = context.syntax.pattern.unorderedChildTypes.size > 0
  return hasKeywords ? findKeywordArgument(context, site, name) : findOption(context, site, name)
}

/** In languages with keyword arguments, properties of an object are not arguments. */
function findKeywordArgument(context: NodeContext, site: CallSite, name: string): readonly number[] | 'absent' | 'unknown' {
  const named = (key: string): readonly Argument[] => site.arguments.filter((argument) => argument.kind === 'keyword' && argument.name === key)
  const whole = named(name)
  if (whole.length > 0) return whole.map(({ node }) => node)
  const [outer, ...inner] = name.split('.')
  for (const { node } of inner.length > 0 && outer !== undefined ? named(outer) : []) {
    const property = findProperty(context, node, inner.join('.'))
    return typeof property === 'number' ? [property] : property
  }
  for (const splat of site.arguments.filter(({ kind }) => kind === 'keyword-spread')) {
    const property = findProperty(context, splat.node, name)
    if (property !== 'absent') return typeof property === 'number' ? [property] : property
  }
  return 'absent'
}

function findOption(context: NodeContext, site: CallSite, name: string): readonly number[] | 'absent' | 'unknown' {
  let unknown = site.arguments.some((argument) => argument.kind === 'spread')
  const found: number[] = []
  const last = positionals(site.arguments).at(-1)
  for (const argument of site.arguments) {
    const value = context.symbols.valueOf(context.syntax.unwrap(context.tree, argument.node))
    const property = findProperty(context, value, name)
    if (typeof property === 'number') found.push(property)
    else if (property === 'unknown' && (argument === last || isObject(context, value))) unknown = true
  }
  if (found.length > 0) return found
  return unknown ? 'unknown' : 'absent'
}

function isObject(context: NodeContext, node: number): boolean {
  return context.syntax.propertiesAt(context.tree, context.file.text, node) !== undefined
}
