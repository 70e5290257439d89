import { BOUNDS } from '../../model/bounds.ts'
import { createBoundedMemo } from './bounded-memo.ts'
import type { NamedFile } from './named-file.ts'
import type { Values } from './resolve-values.ts'

const MAX_LEVELS = BOUNDS.typeDepth.value

/** See `Symbols.typeOf`. */
export function resolveTypes(
  file: NamedFile,
  { valueOf }: Values,
  nameOf: (node: number) => string | undefined,
): (node: number) => string | undefined {
  const memo = createBoundedMemo<string | undefined>(MAX_LEVELS, undefined, work)
  const typeOf = (node: number): string | undefined => (node < 0 ? undefined : memo.ask(node))
  const declared = (annotation: number): string | undefined => (annotation < 0 ? undefined : file.typeAt(annotation)?.name)

  function work(node: number): string | undefined {
    const form = file.formOf(node)
    switch (form.kind) {
      case 'identifier': {
        const binding = file.bindingOf(node, form.name)
        const annotated = binding === undefined || binding.path.length > 0 ? undefined : declared(binding.type)
        const value = annotated === undefined ? valueOf(node) : node
        return value === node ? annotated : typeOf(value)
      }
      case 'literal':
        return typeof form.value === 'object' ? 'null' : typeof form.value
      case 'template':
        return 'string'
      case 'list':
        return 'array'
      case 'object':
        return 'object'
      case 'function':
        return 'function'
      case 'opaque-constant':
        return form.type
      case 'wrapper':
        return declared(form.type) ?? typeOf(form.inner)
      case 'unary':
        return typeOfUnary(form.operator)
      case 'binary':
        if (COMPARISONS.has(form.operator)) return 'boolean'
        return form.operator === '+' && (typeOf(form.right) === 'string' || typeOf(form.left) === 'string') ? 'string' : undefined
      case 'call':
        return form.construct ? nameOf(form.callee) : undefined
      default:
        return undefined
    }
  }
  return typeOf
}

/** Operators that say whether something holds, in any of the languages. */
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof'])

function typeOfUnary(operator: string): string | undefined {
  if (operator === '!' || operator === 'not') return 'boolean'
  if (operator === 'typeof') return 'string'
  return operator === '-' || operator === '+' || operator === '~' ? 'number' : undefined
}
