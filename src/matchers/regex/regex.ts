import { compileRegex } from '../../engines/regex/compile-regex.ts'
import type { Bindings } from '../../model/bindings.ts'
import { bind } from '../../model/bound.ts'
import type { NodeKind } from '../node-compiler.ts'
import { anywhere, NEVER } from '../node-matchers.ts'
import { rememberTexts } from '../remember-texts.ts'

/** `regex` beside other matchers: the node's own text matches somewhere. Named groups become metavariables. */
export const regex: NodeKind = {
  keys: ['regex'],
  cost: 4,
  compile: (spec, path, { report }) => {
    const compiled = compileRegex(spec.regex ?? '')
    if (compiled.kind !== 'regex') {
      report({
        code: 'regex/syntax',
        message: compiled.message,
        ...(compiled.hint === undefined ? {} : { hint: compiled.hint }),
        path: [...path, 'regex'],
        offset: compiled.offset,
      })
      return NEVER
    }
    const holds = rememberTexts((text) => compiled.test(text))
    return anywhere((context, node, bindings, accept) => {
      const from = context.tree.start[node]
      const text = context.file.text.slice(from, context.tree.end[node])
      // Code within code within code is read again at each level.
      context.spend(1 + (text.length >> 4))
      if (compiled.groupNames.length === 0) return holds(text) && accept(bindings)
      const match = compiled.find(text, 0)
      if (match === undefined) return false
      return accept(
        match.groups.reduce<Bindings>(
          (known, { name, start, end }) => bind(known, `$${name}`, { kind: 'text', start: from + start, end: from + end }),
          bindings,
        ),
      )
    }, compiled.need)
  },
}
