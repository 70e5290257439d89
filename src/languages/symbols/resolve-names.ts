import type { Binding } from './binding.ts'
import { createBoundedMemo } from './bounded-memo.ts'
import type { ExpressionForm } from './expression-form.ts'
import { type Asking, type CallForm, type MemberForm, type NamedFile, PLAIN_TYPES } from './named-file.ts'
import type { Constants } from './resolve-constants.ts'
import type { Values } from './resolve-values.ts'

/** Chains of hundreds of members are hostile or generated. */
const MOST_LEVELS = 120
const MAX_NAME_LENGTH = 300
/** Forms looked at to tell whether a name is made from itself. */
const MOST_CYCLE_STEPS = 200
const MOST_CHOICES = 8

/** See `Symbols.nameOf`. A name that is made from itself (`var App = App || {}`) is the name as written. */
export function resolveNames(file: NamedFile, values: Values, { constantOf, keyOf }: Constants): (node: number) => string | undefined {
  const memo = createBoundedMemo<string | undefined>(MOST_LEVELS, undefined, (node) => bounded(nameOfForm(node, file.formOf(node))))
  const cyclic = new Map<Binding, boolean>()
  const nameOf = (node: number): string | undefined => {
    if (node < 0) return undefined
    const name = memo.ask(node)
    if (name === undefined && memo.isTooDeep(node)) giveUpChain(node)
    return name
  }
  const asking: Asking = { nameOf, constantOf }

  /** In a chain of thousands of members all but the last are too deep as well: they are settled at once, and not each by trying. */
  function giveUpChain(node: number): void {
    const chain: number[] = []
    let at = node
    while (at >= 0 && (at === node || !memo.isTooDeep(at))) {
      chain.push(at)
      const form = file.formOf(at)
      at = form.kind === 'member' ? form.object : form.kind === 'call' ? form.callee : -1
    }
    const known = at >= 0 ? 0 : MOST_LEVELS
    for (let index = 1; index < chain.length - known; index++) memo.giveUp(chain[index] ?? -1)
  }

  function nameOfForm(node: number, form: ExpressionForm): string | undefined {
    switch (form.kind) {
      case 'identifier': {
        const binding = file.bindingOf(node, form.name)
        return binding === undefined ? form.name : (nameOfBinding(binding, form.name) ?? form.name)
      }
      case 'member':
        return nameOfMember(form)
      case 'call':
        return nameOfCall(form)
      case 'wrapper':
        return preferred(nameOf(form.inner), instanceOf(form.type), form.inner)
      case 'self':
        return form.name
      case 'choice':
        return nameOfChoice(form.named)
      case 'literal':
      case 'template':
      case 'list':
      case 'object':
      case 'opaque-constant':
        return `${form.type}()`
      default:
        return undefined
    }
  }

  /** Undefined when the binding gives none, so that the name is the one as written. */
  function nameOfBinding(binding: Binding, written: string): string | undefined {
    const { kind, imported, origins } = binding
    if (imported !== undefined) return origins?.length === 0 ? imported : undefined
    if (kind === 'function' || kind === 'class' || kind === 'other') return undefined
    const annotated = instanceOf(binding.type)
    if (origins === undefined || isCyclic(binding)) return withPath(annotated?.name, binding.path)
    const [first = -1] = origins
    if (origins.length === 1 && first === binding.value) {
      if (file.isOwnModule(first, asking)) return exported(binding.path) ?? written
      const part = binding.path.length === 0 ? -1 : values.partOf(binding)
      const name = part < 0 ? undefined : nameOfHeld(part)
      if (name !== undefined) return name
    }
    const made = preferred(nameOfHolder(binding), annotated, first)
    // The fallback is the part itself, and not what it is taken from.
    return made === undefined && binding.fallback >= 0 ? nameOfHeld(binding.fallback) : withPath(made, binding.path)
  }

  /** The name of what the binding is made from, before its path is taken. */
  function nameOfHolder({ parameterOf, origins = [] }: Binding): string | undefined {
    const promise = parameterOf?.index === 0 && origins.length === 0 ? file.promiseOf(parameterOf.node) : -1
    if (promise >= 0) return nameOf(promise)
    const [first = -1, ...others] = origins
    const name = first < 0 ? undefined : nameOfHeld(first)
    return name !== undefined && others.every((other) => nameOfHeld(other) === name) ? name : undefined
  }

  /** The name a variable takes from its value. Plain literals give it none: `const password = 'x'` stays `password`. */
  function nameOfHeld(value: number): string | undefined {
    switch (file.formOf(value).kind) {
      case 'literal':
      case 'template':
      case 'list':
      case 'object':
      case 'function':
      case 'opaque-constant':
        return undefined
      default:
        return nameOf(value)
    }
  }

  /** What is made by a package is known by that. Otherwise a type of a package says more than the name of a variable, and that more than a type of this project. */
  function preferred(
    held: string | undefined,
    type: { readonly name: string; readonly foreign: boolean } | undefined,
    value: number,
  ): string | undefined {
    return type?.foreign === true && (held === undefined || !isImported(value)) ? type.name : (held ?? type?.name)
  }

  /** Whether the expression begins with something that is imported. */
  function isImported(node: number): boolean {
    let at = node
    for (let steps = 0; steps < MOST_LEVELS && at >= 0; steps++) {
      const form = file.formOf(at)
      const binding = form.kind === 'identifier' ? file.bindingOf(at, form.name) : undefined
      if (binding?.imported !== undefined || (form.kind === 'identifier' && file.globalFunctions.has(form.name))) return true
      at =
        form.kind === 'member'
          ? form.object
          : form.kind === 'call'
            ? form.callee
            : form.kind === 'wrapper'
              ? form.inner
              : binding?.origins?.length === 1
                ? (binding.origins[0] ?? -1)
                : -1
    }
    return false
  }

  function instanceOf(annotation: number): { readonly name: string; readonly foreign: boolean } | undefined {
    const type = annotation < 0 ? undefined : file.typeAt(annotation)
    return type === undefined || PLAIN_TYPES.has(type.name) ? undefined : { name: `${type.name}()`, foreign: type.foreign }
  }

  function nameOfMember(form: MemberForm): string | undefined {
    const property = keyOf(form) ?? '?'
    const object = file.formOf(form.object)
    if (object.kind === 'self') {
      const field = file.fieldOf(object.classNode, property)
      const name = field === undefined ? undefined : nameOfBinding(field, `${object.name}.${property}`)
      if (name !== undefined) return name
    } else if (object.kind === 'identifier') {
      const held = values.memberValue(form, property)
      const name = held < 0 ? undefined : nameOfHeld(held)
      if (name !== undefined) return name
    }
    if (isGlobalObject(form.object)) return property
    const name = nameOf(form.object)
    // Modules hand over what they export by default under this name.
    return property === 'default' && name !== undefined ? name : `${name ?? '?'}.${property}`
  }

  function isGlobalObject(node: number): boolean {
    let at = node
    for (let steps = 0; steps < MOST_CHOICES; steps++) {
      const form = file.formOf(at)
      if (
        form.kind === 'identifier' &&
        file.globalObjects.has(file.bindingOf(at, form.name)?.imported ?? (file.bindingOf(at, form.name) === undefined ? form.name : ''))
      )
        return true
      const next = form.kind === 'wrapper' ? form.inner : form.kind === 'identifier' ? values.valueOf(at) : -1
      if (next < 0 || next === at) return false
      at = next
    }
    return false
  }

  function nameOfCall(form: CallForm): string | undefined {
    const callee = nameOf(form.callee)
    const given = file.nameOfCall(form, callee, asking) ?? nameOfResult(form)
    return given ?? (callee === undefined ? undefined : `${callee}()`)
  }

  /** What a function of this file makes is known by that: `function getDb() { return new Pool() }`. */
  function nameOfResult(form: CallForm): string | undefined {
    const callee = file.formOf(form.callee)
    const binding = callee.kind === 'identifier' && !form.construct ? file.bindingOf(form.callee, callee.name) : undefined
    if (binding === undefined || binding.writes !== 1 || binding.value < 0 || (binding.kind !== 'function' && binding.kind !== 'variable'))
      return undefined
    const result = file.resultOf(binding.value)
    const type = instanceOf(result.type)
    const name = result.value < 0 || isCyclic(binding) ? undefined : nameOfHeld(result.value)
    // What is not made in the function, but handed through it, is known by the function's name.
    if (type?.foreign === true) return type.name
    return name?.includes('()') === true && isImported(result.value) ? name : undefined
  }

  /** Of several values: the name of the only one that has a name, or that is made here. */
  function nameOfChoice(choice: readonly number[]): string | undefined {
    const named = [
      ...new Set(
        choice
          .slice(0, MOST_CHOICES)
          .map(nameOfHeld)
          .filter((name) => name !== undefined),
      ),
    ]
    if (named.length <= 1) return named[0]
    const made = named.filter((name) => name.endsWith('()'))
    return made.length === 1 ? made[0] : undefined
  }

  /** Whether following what the binding is made from leads back to it, or too far. */
  function isCyclic(start: Binding): boolean {
    const known = cyclic.get(start)
    if (known !== undefined) return known
    const found = leadsTo(start)
    cyclic.set(start, found)
    return found
  }

  function leadsTo(start: Binding): boolean {
    const seen = new Set([start])
    const nodes = sourcesOf(start)
    for (let steps = 0; nodes.length > 0; steps++) {
      if (steps === MOST_CYCLE_STEPS) return true
      const node = nodes.pop() ?? -1
      const form: ExpressionForm = node < 0 ? { kind: 'unknown' } : file.formOf(node)
      const binding = form.kind === 'identifier' ? file.bindingOf(node, form.name) : form.kind === 'member' ? fieldAt(form) : undefined
      if (binding === start) return true
      if (binding !== undefined && !seen.has(binding)) {
        seen.add(binding)
        nodes.push(...sourcesOf(binding))
      }
      if (form.kind === 'member') nodes.push(form.object)
      else if (form.kind === 'call') nodes.push(form.callee, form.arguments[0] ?? -1)
      else if (form.kind === 'wrapper') nodes.push(form.inner)
      else if (form.kind === 'choice') nodes.push(...form.named)
    }
    return false
  }

  function fieldAt(form: MemberForm): Binding | undefined {
    const object = file.formOf(form.object)
    return object.kind === 'self' && form.property !== undefined ? file.fieldOf(object.classNode, form.property) : undefined
  }

  function sourcesOf({ kind, value, origins = [], fallback, parameterOf }: Binding): number[] {
    if (kind === 'function') return [file.resultOf(value).value]
    if (kind !== 'variable' && kind !== 'parameter') return []
    return [...origins, fallback, parameterOf?.index === 0 ? file.promiseOf(parameterOf.node) : -1]
  }

  return nameOf
}

function withPath(name: string | undefined, path: readonly string[]): string | undefined {
  const part = exported(path)
  return name === undefined || part === undefined ? name : `${name}.${part}`
}

/** The path without `default`: what a module exports by that name is called as the module. */
function exported(path: readonly string[]): string | undefined {
  const parts = path.filter((part) => part !== 'default')
  return parts.length === 0 ? undefined : parts.join('.')
}

function bounded(name: string | undefined): string | undefined {
  return name === undefined || name.length > MAX_NAME_LENGTH ? undefined : name
}
