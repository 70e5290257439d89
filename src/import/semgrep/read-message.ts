import type { RuleSpec } from '../../model/rule-spec.ts'
import { toMetavariable } from './translate-conditions.ts'

/** The message with native metavariables. `$X` that no pattern binds becomes `X`, and `value($X)` is `$X`. */
export function readMessage(message: string, { match, taint }: Pick<RuleSpec, 'match' | 'taint'>): string {
  const bound = boundIn(match ?? { sources: taint?.sources, sinks: taint?.sinks })
  return message
    .trim()
    .replace(/\bvalue\((\$[A-Z_0-9]+)\)/g, '$1')
    .replace(/(?<![\w$])\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*|\d+)/g, (_, name: string) => {
      const native = toMetavariable(`$${name}`)
      return bound.has(native) ? native : name
    })
}

/** The metavariables that texts of patterns bind, except in negations. */
export function boundIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (each: unknown, key: string): void => {
    if (typeof each === 'string') {
      if (key === 'pattern' || key === 'path')
        for (const [, name = ''] of each.matchAll(/(?<![\w$])\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)(?![\w$])/g)) found.add(`$${name}`)
      if (key === 'regex') for (const [, name = ''] of each.matchAll(/\(\?P<(\w+)>/g)) found.add(`$${name}`)
    } else if (Array.isArray(each)) for (const item of each) visit(item, key)
    else if (typeof each === 'object' && each !== null)
      for (const [name, inner] of Object.entries(each)) if (name !== 'not' && name !== 'until') visit(inner, name)
  }
  visit(value, '')
  found.delete('$_')
  return found
}
