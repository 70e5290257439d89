import { BOUNDS } from '../../model/bounds.ts'
import { lookup } from '../../model/bound.ts'
import type { Mount } from '../../model/flow.ts'
import type { NodeContext } from '../../model/matcher.ts'
import type { MountRow } from '../../model/ruleset.ts'
import { type FlatTree, NODE_NAMED } from '../../model/tree.ts'
import { nodeText } from '../../model/tree-access.ts'

/** Where a file mounts handlers of other files. Rows that match the same code are all recorded. */
export function findMounts(context: NodeContext, rows: readonly MountRow[]): readonly Mount[] {
  const { tree, symbols } = context
  const mounts: Mount[] = []
  for (let node = 0; node < tree.type.length; node++) {
    const here: Mount[] = []
    for (const { matcher, kind, metavariable, says } of rows) {
      if (matcher.types?.has(tree.type[node]) === false) continue
      matcher.test(context, node, undefined, (bindings) => {
        const bound = lookup(bindings, metavariable)
        if (bound?.kind !== 'node') return false
        const name = symbols.nameOf(bound.node)
        const declared = importStatementOf(context, bound.node)
        if (name !== undefined || declared !== undefined) here.push({ name: name ?? '', importStatement: declared, kind, access: says })
        return false
      })
    }
    // A mount behind a guard is not public too.
    const guarded = here.filter(({ access: says }) => says !== undefined)
    mounts.push(...(guarded.length > 0 ? guarded : here))
  }
  return mounts
}

/** Steps between an import and the mounted object: `const files = new Files()`. */
const MAX_STEPS = BOUNDS.mountSteps.value
/** Longer code is no import. */
const MAX_LENGTH = BOUNDS.mountPathLength.value

/** The import statement of the name that an expression begins with: `import files from './files'`, `require('./files')`, `from . import files`. */
function importStatementOf({ file, tree, symbols }: NodeContext, expression: number): string | undefined {
  let node = expression
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const own = nodeText(tree, file.text, node)
    if (QUOTED.test(own)) return own
    const first = firstName(tree, node)
    const value = symbols.valueOf(first)
    if (value !== first) {
      node = value
      continue
    }
    let at = symbols.declarationOf(first)
    for (; at >= 0 && tree.parent[at] >= 0; at = tree.parent[at]) {
      const text = nodeText(tree, file.text, at)
      if (text.length > MAX_LENGTH) return undefined
      if (QUOTED.test(text) || FROM.test(text)) return text
    }
    return undefined
  }
  return undefined
}

const QUOTED = /["'`]/
const FROM = /^from\b/

/** The first name in an expression: the first node below it that has no named one below. */
function firstName(tree: FlatTree, expression: number): number {
  let at = expression
  for (let child = at + 1; child < tree.next[at]; ) {
    if ((tree.flags[child] & NODE_NAMED) === 0) child = tree.next[child]
    else at = child++
  }
  return at
}
