import type { Bindings } from '../../model/bindings.ts'
import { bind } from '../../model/bound.ts'
import type { DocumentNode, DocumentRead } from '../../model/document.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { ConstraintTest } from '../node-compiler.ts'

/** Following one expression costs this number of steps. */
const REFERENCE_STEPS = 8

/**
 * `refers-to`: an expression in the value inserts a value for which the constraint holds, directly or through others. Binds `reference` to the
 * expression, and nothing that the constraint binds.
 */
export function compileReference(constraint: ConstraintTest, reference: string | undefined): ConstraintTest {
  return {
    need: constraint.need,
    absent: false,
    test: (context, bound, bindings, accept) => {
      const references = context.file.document()?.references
      if (bound.kind !== 'value' || references === undefined) return false
      const holds = (value: DocumentNode): boolean => constraint.test(context, { kind: 'value', value }, bindings, () => true)
      return references(bound.value).some(
        ({ start, end, target }) => reaches(context, references, target, holds) && accept(bindReference(bindings, reference, start, end)),
      )
    },
  }
}

type References = NonNullable<DocumentRead['references']>

/** Whether the value, or one that it inserts, satisfies the constraint. Cycles are visited once. */
function reaches(context: MatchContext, references: References, from: DocumentNode, holds: (value: DocumentNode) => boolean): boolean {
  const seen = new Set<DocumentNode>([from])
  for (const value of seen) {
    context.spend(REFERENCE_STEPS)
    if (holds(value)) return true
    const inserted = references(value)
    context.spend(inserted.length)
    for (const { target } of inserted) seen.add(target)
  }
  return false
}

function bindReference(bindings: Bindings, reference: string | undefined, start: number, end: number): Bindings {
  return reference === undefined ? bindings : bind(bindings, reference, { kind: 'text', start, end })
}
