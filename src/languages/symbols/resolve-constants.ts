import { BOUNDS } from '../../model/bounds.ts'
import type { Scalar } from '../../model/scalar.ts'
import { createBoundedMemo } from './bounded-memo.ts'
import type { ExpressionForm } from './expression-form.ts'
import { foldBinary, foldUnary } from './fold-operators.ts'
import { foldSpine } from './fold-spine.ts'
import type { MemberForm, NamedFile } from './named-file.ts'
import type { Values } from './resolve-values.ts'

export interface Constants {
  /** See `Symbols.constantOf`. */
  constantOf(node: number): Scalar | undefined
  /** The key of a member when it is written out or computed from constants that stand in the file. */
  keyOf(form: MemberForm): string | undefined
}

const MAX_LEVELS = BOUNDS.constantDepth.value
/** Longer constant strings are not built: repeated doubling would not end. */
const MAX_CONSTANT_LENGTH = BOUNDS.constantLength.value

/** Values that are known without running the program. */
export function resolveConstants(file: NamedFile, { valueOf, memberValue }: Values): Constants {
  const memo = createBoundedMemo<Scalar | undefined>(MAX_LEVELS, undefined, (node) => constantOfForm(node, file.formOf(node)))
  const constantOf = (node: number): Scalar | undefined => (node < 0 ? undefined : memo.ask(node))

  function constantOfForm(node: number, form: ExpressionForm): Scalar | undefined {
    switch (form.kind) {
      case 'literal':
        return form.value
      case 'wrapper':
        return constantOf(form.inner)
      case 'template':
        return joined(form.parts)
      case 'unary':
        return foldUnary(form.operator, constantOf(form.operand))
      case 'binary':
        return foldSpine(memo, node, file.formOf, (left, { operator, right }) =>
          left === undefined ? undefined : capped(foldBinary(operator, left, constantOf(right))),
        )
      case 'identifier': {
        if (file.isTarget(node)) return undefined
        const value = valueOf(node)
        return value === node ? undefined : constantOf(value)
      }
      case 'member':
        return constantOf(memberValue(form, keyOf(form)))
      default:
        return undefined
    }
  }

  const keyOf = (form: MemberForm): string | undefined => {
    if (form.property !== undefined || form.index < 0) return form.property
    const value = constantOf(form.index)
    const key = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    return key !== undefined && file.occurs(key) ? key : undefined
  }

  function joined(parts: readonly (string | number)[]): string | undefined {
    let text = ''
    for (const part of parts) {
      const value = typeof part === 'string' ? part : constantOf(part)
      if (value === undefined || text.length > MAX_CONSTANT_LENGTH) return undefined
      text += String(value)
    }
    return text
  }

  return { constantOf, keyOf }
}

function capped(value: Scalar | undefined): Scalar | undefined {
  return typeof value === 'string' && value.length > MAX_CONSTANT_LENGTH ? undefined : value
}
