import { firstKey, lastSegment, type Symbols } from '../../model/symbols.ts'
import type { Binding } from './binding.ts'
import { ownMethod } from './comes-from-package.ts'
import type { ExpressionForm } from './expression-form.ts'
import type { MemberForm, NamedFile } from './named-file.ts'
import type { Values } from './resolve-values.ts'

type PartialNames = Pick<Symbols, 'firstNameOf' | 'lastNameOf'>

/**
 * The first and the last segment of names. Nearly all names are what is written, and these are not made: it took half of the time in which the places where
 * matchers start were found.
 */
export function createPartialNames(file: NamedFile, { memberValue, valueOf }: Values, nameOf: Symbols['nameOf']): PartialNames {
  const tables = new Map<Binding, boolean>()

  const isWritten = ({ kind, imported, type, origins, fallback, parameterOf }: Binding): boolean => {
    if (imported !== undefined) return false
    if (kind === 'function' || kind === 'class' || kind === 'other') return true
    if (type >= 0) return false
    if (origins === undefined) return true
    return origins.length === 0 && fallback < 0 && (parameterOf?.index !== 0 || file.promiseOf(parameterOf.node) < 0)
  }

  /** Whether the binding of an identifier is a literal with members, or a class: these may have names of their own. */
  const holdsTable = (binding: Binding, node: number): boolean => {
    if (binding.kind !== 'variable') return binding.kind === 'class'
    if (binding.writes !== 1 || binding.value < 0) return false
    const known = tables.get(binding) ?? isTable(file.formOf(valueOf(node)))
    tables.set(binding, known)
    return known
  }

  /** Whether a member's name is that of its object, and its own behind it. */
  const isPlainMember = (form: MemberForm, property: string): boolean => {
    const object = file.formOf(form.object)
    if (object.kind === 'self') {
      const field = file.fieldOf(object.classNode, property)
      return field === undefined || isWritten(field)
    }
    if (object.kind !== 'identifier') return true
    const binding = file.bindingOf(form.object, object.name)
    return binding === undefined || !holdsTable(binding, form.object) || memberValue(form, property) < 0
  }

  /** The last segment where it is as written. */
  const lastWritten = (node: number, form: ExpressionForm): string | undefined => {
    if (form.kind === 'member') {
      const { property } = form
      return property !== undefined && property !== 'default' && isPlainMember(form, property) ? property : undefined
    }
    if (form.kind === 'identifier') {
      const binding = file.bindingOf(node, form.name)
      return binding === undefined || isWritten(binding) ? lastSegment(form.name) : undefined
    }
    if (form.kind !== 'call') return undefined
    const callee = file.formOf(form.callee)
    // What a function of this file gives may have a name of its own.
    const isForeign =
      (callee.kind === 'member' && ownMethod(file, callee) === undefined) ||
      (callee.kind === 'identifier' && file.bindingOf(form.callee, callee.name) === undefined)
    const last = isForeign ? lastWritten(form.callee, callee) : undefined
    return last === undefined || file.renamingCalls.has(last) ? undefined : last
  }

  /** The first segment where it is as written; undefined where only the whole name tells. */
  const firstWritten = (node: number): string | undefined => {
    let at = node
    for (;;) {
      const form = file.formOf(at)
      if (form.kind === 'member' && form.property !== undefined && form.property !== 'default' && isPlainMember(form, form.property)) at = form.object
      else if (form.kind === 'self') return form.name
      else if (form.kind !== 'identifier') return undefined
      else {
        const binding = file.bindingOf(at, form.name)
        const stands = binding === undefined ? !file.globalObjects.has(form.name) : isWritten(binding) && binding.kind !== 'variable'
        return stands ? form.name : undefined
      }
    }
  }

  return {
    lastNameOf: (node) => {
      const written = lastWritten(node, file.formOf(node))
      if (written !== undefined) return written
      const name = nameOf(node)
      return name === undefined ? undefined : lastSegment(name)
    },
    firstNameOf: (node) => {
      const first = file.formOf(node).kind === 'member' ? firstWritten(node) : undefined
      return first !== undefined && !first.includes('.') ? first : firstKey(nameOf(node) ?? '').slice(0, -1)
    },
  }
}

function isTable({ kind }: ExpressionForm): boolean {
  return kind === 'object' || kind === 'list'
}
