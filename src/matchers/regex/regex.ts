import type { NodeKind } from '../node-compiler.ts'
import { anywhere, NEVER } from '../node-matchers.ts'
import { rememberTexts } from '../remember-texts.ts'
import { bindGroups, compileRuleRegex } from '../rule-regex.ts'

/** `regex` beside other matchers: the node's own text matches somewhere. Named groups become metavariables. */
export const regex: NodeKind = {
  keys: ['regex'],
  cost: 4,
  compile: (spec, path, { report }) => {
    const compiled = compileRuleRegex(spec.regex ?? '', [...path, 'regex'], report)
    if (compiled === undefined) return NEVER
    const holds = rememberTexts((text) => compiled.test(text))
    return anywhere((context, node, bindings, accept) => {
      const from = context.tree.start[node]
      const text = context.file.text.slice(from, context.tree.end[node])
      // Code within code within code is read again at each level.
      context.spend(1 + (text.length >> 4))
      if (compiled.groupNames.length === 0) return holds(text) && accept(bindings)
      const match = compiled.find(text, 0)
      return match !== undefined && accept(bindGroups(bindings, match, from))
    }, compiled.need)
  },
}
