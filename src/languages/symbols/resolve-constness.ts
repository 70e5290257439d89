import { BOUNDS } from '../../model/bounds.ts'
import { createBoundedMemo } from './bounded-memo.ts'
import type { ExpressionForm } from './expression-form.ts'
import { foldSpine } from './fold-spine.ts'
import type { CallForm, NamedFile } from './named-file.ts'
import type { Constants } from './resolve-constants.ts'
import type { Values } from './resolve-values.ts'

const MAX_LEVELS = BOUNDS.constnessDepth.value

/** See `Symbols.isConstant`. */
export function resolveConstness(
  file: NamedFile,
  { valueOf, memberValue }: Values,
  { constantOf, keyOf }: Constants,
  nameOf: (node: number) => string | undefined,
): (node: number) => boolean {
  const memo = createBoundedMemo(MAX_LEVELS, false, (node) => constantOf(node) !== undefined || isConstantForm(node, file.formOf(node)))
  const isConstant = (node: number): boolean => node >= 0 && memo.ask(node)

  function isConstantForm(node: number, form: ExpressionForm): boolean {
    switch (form.kind) {
      case 'opaque-constant':
        return true
      case 'wrapper':
        return isConstant(form.inner)
      case 'list':
        return form.items.every(isConstant)
      case 'object':
        return form.complete && form.entries.every((entry) => isConstant(entry.value))
      case 'choice':
        return form.of.every(isConstant)
      case 'template':
        return form.parts.every((part) => typeof part === 'string' || isConstant(part))
      case 'binary':
        return foldSpine(memo, node, file.formOf, (left, { right }) => left && isConstant(right))
      case 'unary':
        return isConstant(form.operand)
      case 'identifier': {
        if (file.isTarget(node)) return false
        const value = valueOf(node)
        return value !== node && isConstant(value)
      }
      case 'member':
        return isConstant(memberValue(form, keyOf(form)))
      case 'call':
        return isConstantCall(form)
      default:
        return false
    }
  }

  function isConstantCall(form: CallForm): boolean {
    if (!form.arguments.every(isConstant)) return false
    const callee = file.formOf(form.callee)
    if (callee.kind === 'member' && isConstant(callee.object)) return true
    const name = nameOf(form.callee)
    return name !== undefined && file.isPureCall(name)
  }

  return isConstant
}
