import { NEVER } from '../node-matchers.ts'
import type { NodeKind } from '../node-compiler.ts'
import { compileQuery } from './compile-query.ts'

/** `query`: a query of tree-sitter's language captures the node as `@match`. Its other captures become metavariables. */
export const query: NodeKind = {
  keys: ['query'],
  cost: 2,
  compile: (spec, path, { grammar, syntax, report }) => {
    const compiled = compileQuery(spec.query ?? '', grammar, syntax.callTypes)
    if ('test' in compiled) return compiled
    for (const fault of compiled) report({ ...fault, path: [...path, 'query'] })
    return NEVER
  },
}
