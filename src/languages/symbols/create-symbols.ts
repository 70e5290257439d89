import type { Scalar } from '../../model/scalar.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { Binding } from './binding.ts'
import type { ExpressionForm } from './expression-form.ts'
import { foldBinary, foldUnary } from './fold-operators.ts'

/** What a language tells about one file, so that names, constants and types can be worked out without it. */
export interface NamedFile {
  formOf(node: number): ExpressionForm
  bindingOf(identifier: number, name: string): Binding | undefined
  /** What `this.field` is in the class at `classNode`. */
  fieldOf(classNode: number, field: string): Binding | undefined
  /** Resolved name of a type annotation: `string`, `express.Request`. */
  typeNameOf(annotation: number): string | undefined
  /** Resolved name of what a call gives when that is not simply `callee()`: `require('x')`, `promisify(f)`. */
  nameOfCall(call: Extract<ExpressionForm, { kind: 'call' }>, calleeName: string | undefined, nameOf: (node: number) => string | undefined): string | undefined
  /** Names that only hold the globals: `window.eval` is `eval`. */
  readonly globalObjects: ReadonlySet<string>
  /** Whether these characters stand in the file. Names computed from parts that do not stand there are no names: the prefilter could not find them. */
  occurs(text: string): boolean
  /** Calls that give a constant when receiver and arguments are constants, by resolved name: `Buffer.from`, `String().trim`. */
  isPureCall(calleeName: string): boolean
}

/** Deeper expressions have no name: chains of hundreds of members are hostile or generated. */
const MAX_DEPTH = 60
const MAX_NAME_LENGTH = 300
/** Longer constant strings are not built: repeated doubling would not end. */
const MAX_CONSTANT_LENGTH = 100_000

/** Builds the answers on demand, each once. Cycles (`a = b`, `b = a`) and depth end in the name as written, or in not known. */
export function createSymbols(file: NamedFile): Symbols {
  const names = new Map<number, string | undefined>()
  const constants = new Map<number, Scalar | undefined>()
  const constness = new Map<number, boolean>()
  let depth = 0

  /** Runs `work` unless too deep; `pending` is the answer while it runs, so that cycles end. */
  function once<T>(memo: Map<number, T>, node: number, pending: T, work: () => T): T {
    if (memo.has(node)) return memo.get(node) ?? pending
    if (depth >= MAX_DEPTH) return pending
    memo.set(node, pending)
    depth++
    const answer = work()
    depth--
    memo.set(node, answer)
    return answer
  }

  const nameOf = (node: number): string | undefined => {
    if (node < 0) return undefined
    const known = names.get(node)
    if (known !== undefined) return known
    const form = file.formOf(node)
    return once(names, node, form.kind === 'identifier' ? form.name : undefined, () => bounded(nameOfForm(node, form)))
  }

  function nameOfForm(node: number, form: ExpressionForm): string | undefined {
    switch (form.kind) {
      case 'identifier':
        return nameOfIdentifier(node, form.name)
      case 'member':
        return nameOfMember(form)
      case 'call': {
        const callee = nameOf(form.callee)
        return file.nameOfCall(form, callee, nameOf) ?? (callee === undefined ? undefined : `${callee}()`)
      }
      case 'wrapper':
        return nameOf(form.inner) ?? instanceOf(form.type)
      case 'self':
        return form.name
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

  function nameOfIdentifier(node: number, name: string): string {
    const binding = file.bindingOf(node, name)
    return binding === undefined ? name : nameOfBinding(binding, name)
  }

  function nameOfBinding(binding: Binding, name: string): string {
    if (binding.imported !== undefined) return binding.imported
    if (binding.kind === 'function' || binding.kind === 'class' || binding.kind === 'other') return name
    const annotated = instanceOf(binding.type)
    if (binding.writes > 1) return withPath(annotated, binding.path) ?? name
    const held = binding.value >= 0 ? nameOfHeld(binding.value) : undefined
    const made = held ?? annotated ?? (binding.fallback >= 0 ? nameOfHeld(binding.fallback) : undefined)
    return withPath(made, binding.path) ?? name
  }

  /** The name a variable takes from its value. Plain literals give it none: `const password = 'x'` stays `password`. */
  function nameOfHeld(value: number): string | undefined {
    const form = file.formOf(value)
    if (form.kind === 'literal' || form.kind === 'object' || form.kind === 'function') return undefined
    return nameOf(value)
  }

  function nameOfMember(form: Extract<ExpressionForm, { kind: 'member' }>): string | undefined {
    const property = form.property ?? keyOf(form.index) ?? '?'
    const object = file.formOf(form.object)
    if (object.kind === 'self') {
      const field = file.fieldOf(object.classNode, property)
      const named = field === undefined ? undefined : nameOfBinding(field, '')
      if (named !== undefined && named !== '') return named
    }
    if (object.kind === 'identifier' && file.globalObjects.has(object.name) && file.bindingOf(form.object, object.name) === undefined) return property
    const name = nameOf(form.object)
    // Modules hand over what they export by default under this name.
    return property === 'default' && name !== undefined ? name : `${name ?? '?'}.${property}`
  }

  function keyOf(index: number): string | undefined {
    const value = index < 0 ? undefined : constantOf(index)
    const key = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    return key !== undefined && file.occurs(key) ? key : undefined
  }

  function instanceOf(annotation: number): string | undefined {
    const type = annotation < 0 ? undefined : file.typeNameOf(annotation)
    return type === undefined ? undefined : `${type}()`
  }

  const constantOf = (node: number): Scalar | undefined => {
    if (node < 0) return undefined
    return once(constants, node, undefined, () => constantOfForm(node, file.formOf(node)))
  }

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
        return capped(foldBinary(form.operator, constantOf(form.left), constantOf(form.right)))
      case 'identifier': {
        const value = valueOf(node)
        return value === node ? undefined : constantOf(value)
      }
      case 'member':
        return constantOf(memberValue(form))
      default:
        return undefined
    }
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

  /** The expression in `CONFIG.key` when `CONFIG` certainly is an object literal with that key; -1 otherwise. */
  function memberValue(form: Extract<ExpressionForm, { kind: 'member' }>): number {
    const object = file.formOf(form.object)
    const property = form.property ?? keyOf(form.index)
    if (property === undefined) return -1
    if (object.kind === 'self') {
      const field = file.fieldOf(object.classNode, property)
      return field !== undefined && field.writes <= 1 && field.path.length === 0 ? field.value : -1
    }
    const held = file.formOf(valueOf(form.object))
    if (held.kind !== 'object') return -1
    return held.entries.findLast((entry) => entry.key === property)?.value ?? -1
  }

  const isConstant = (node: number): boolean => {
    if (node < 0) return false
    return once(constness, node, false, () => constantOf(node) !== undefined || isConstantForm(node, file.formOf(node)))
  }

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
        return isConstant(form.left) && isConstant(form.right)
      case 'unary':
        return isConstant(form.operand)
      case 'identifier': {
        const value = valueOf(node)
        return value !== node && isConstant(value)
      }
      case 'member':
        return isConstant(memberValue(form))
      case 'call':
        return isConstantCall(form)
      default:
        return false
    }
  }

  function isConstantCall(form: Extract<ExpressionForm, { kind: 'call' }>): boolean {
    if (!form.arguments.every(isConstant)) return false
    const callee = file.formOf(form.callee)
    const receiver = callee.kind === 'member' ? callee.object : -1
    if (receiver >= 0 && isConstant(receiver)) return true
    const name = nameOf(form.callee)
    return name !== undefined && file.isPureCall(name)
  }

  const valueOf = (node: number): number => {
    let at = node
    for (let steps = 0; steps < MAX_DEPTH; steps++) {
      const form = file.formOf(at)
      if (form.kind === 'wrapper' && at !== node) {
        at = form.inner
        continue
      }
      if (form.kind !== 'identifier') return at
      const binding = file.bindingOf(at, form.name)
      if (binding === undefined || binding.kind !== 'variable' || binding.writes !== 1 || binding.value < 0) return at
      const part = binding.path.length === 0 ? binding.value : partAt(binding)
      if (part < 0 || part === at) return at
      at = part
    }
    return at
  }

  /** Follows a destructuring path into an object literal; -1 when it leaves what is known. */
  function partAt(binding: Binding): number {
    let at = binding.value
    for (const key of binding.path) {
      const form = file.formOf(at)
      if (form.kind !== 'object') return -1
      const entry = form.entries.findLast((candidate) => candidate.key === key)
      if (entry === undefined) return form.complete ? binding.fallback : -1
      at = entry.value
    }
    return at
  }

  const typeOf = (node: number): string | undefined => {
    if (node < 0) return undefined
    const form = file.formOf(node)
    if (form.kind === 'identifier') {
      const binding = file.bindingOf(node, form.name)
      const annotated = binding === undefined || binding.path.length > 0 ? undefined : binding.type < 0 ? undefined : file.typeNameOf(binding.type)
      if (annotated !== undefined) return annotated
      const value = valueOf(node)
      return value === node ? undefined : typeOfForm(value)
    }
    return typeOfForm(node)
  }

  function typeOfForm(node: number): string | undefined {
    const form = file.formOf(node)
    switch (form.kind) {
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
        return (form.type >= 0 ? file.typeNameOf(form.type) : undefined) ?? typeOf(form.inner)
      case 'binary':
        return form.operator === '+' && (typeOf(form.left) === 'string' || typeOf(form.right) === 'string') ? 'string' : undefined
      case 'call':
        return form.construct ? nameOf(form.callee) : undefined
      default:
        return undefined
    }
  }

  const declarationOf = (node: number): number => {
    const form = file.formOf(node)
    return form.kind === 'identifier' ? (file.bindingOf(node, form.name)?.node ?? -1) : -1
  }

  return { nameOf, constantOf, isConstant, typeOf, valueOf, declarationOf }
}

function withPath(name: string | undefined, path: readonly string[]): string | undefined {
  return name === undefined ? undefined : [name, ...path].join('.')
}

function bounded(name: string | undefined): string | undefined {
  return name === undefined || name.length > MAX_NAME_LENGTH ? undefined : name
}

function capped(value: Scalar | undefined): Scalar | undefined {
  return typeof value === 'string' && value.length > MAX_CONSTANT_LENGTH ? undefined : value
}
