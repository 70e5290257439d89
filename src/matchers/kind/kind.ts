import { ANYTHING } from '../../model/literal-need.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import type { NodeKind } from '../node-compiler.ts'

/** `kind`: the node has one of these grammar types. */
export const kind: NodeKind = {
  keys: ['kind'],
  cost: 0,
  compile: (spec, path, { syntax, isPlanned, report }) => {
    const wanted = typeof spec.kind === 'string' ? [spec.kind] : (spec.kind ?? [])
    const types = new Set<number>()
    for (const [index, name] of wanted.entries()) {
      const ids = syntax.names.typeIds(name, true)
      for (const id of ids) types.add(id)
      // The search for a similar name takes longer than all else.
      if (ids.length > 0 || isPlanned) continue
      const near = nearestWord(
        name,
        syntax.names.allTypes.filter((type) => type.named).map((type) => type.name),
      )
      report({
        code: 'kind/unknown-node',
        message: `\`${name}\` is not a node of the ${syntax.names.id} grammar.`,
        ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
        path: typeof spec.kind === 'string' ? [...path, 'kind'] : [...path, 'kind', index],
      })
    }
    return {
      need: ANYTHING,
      types,
      callees: undefined,
      test: (context, node, bindings, accept) => types.has(context.tree.type[node]) && accept(bindings),
    }
  },
}
