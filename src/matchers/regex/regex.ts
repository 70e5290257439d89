import { ANYTHING } from '../../model/literal-need.ts'
import type { NodeKind } from '../node-compiler.ts'
import { anywhere, NEVER } from '../node-matchers.ts'
import { bindGroups, compileRuleRegex } from '../rule-regex.ts'

/** `regex` with other matchers: it matches anywhere in the node's own text. Named groups become metavariables. */
export const regex: NodeKind = {
  keys: ['regex'],
  cost: 4,
  compile: (spec, path, { isPlanned, report, ownTextTest }) => {
    const compiled = compileRuleRegex(spec.regex ?? '', [...path, 'regex'], report)
    if (compiled === undefined) return NEVER
    const ownText = ownTextTest(compiled)
    const matcher = anywhere(
      (context, node, bindings, accept) => {
        const { tree, file } = context
        const from = tree.start[node]
        const end = tree.end[node]
        // Code within code within code is read again at each level.
        context.spend(1 + ((end - from) >> 4))
        if (compiled.groupNames.length === 0) return ownText.holds(context, node) && accept(bindings)
        const match = compiled.find(file.text.slice(from, end), 0)
        return match !== undefined && accept(bindGroups(bindings, match, from))
      },
      isPlanned ? ANYTHING : compiled.need,
    )
    return { ...matcher, texts: [[ownText]] }
  },
}
