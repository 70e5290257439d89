import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { createSymbols } from '../symbols/create-symbols.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { collectBindings } from './collect-bindings.ts'
import { readForm } from './expression-forms.ts'
import { moduleMember, moduleName } from './module-name.ts'
import type { NodeKinds } from './node-kinds.ts'

/** What the names of a JavaScript or TypeScript file mean. */
export function resolveSymbols(kinds: NodeKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string): Symbols {
  const { scopes, fields } = collectBindings(kinds, tree, text)
  const formOf = (node: number): ExpressionForm => (node < 0 ? { kind: 'unknown' } : readForm(kinds, isComment, tree, text, node))
  const bindingOf = (node: number, name: string): Binding | undefined => scopes.find(node, name)

  const typeNameOf = (annotation: number): string | undefined => {
    const { id, field, table } = kinds
    const kind = table[tree.type[annotation]]
    if (kind === id.predefined_type) return nodeText(tree, text, annotation)
    if (kind === id.array_type) return 'Array'
    if (kind === id.generic_type) {
      const base = childByField(tree, annotation, field.name)
      const name = base < 0 ? undefined : typeNameOf(base)
      const argument = name === 'Promise' ? firstNamedChild(tree, annotation + 1 < tree.next[annotation] ? tree.next[base] : annotation) : -1
      return argument >= 0 ? (typeNameOf(argument) ?? name) : name
    }
    if (kind !== id.type_identifier && kind !== id.nested_type_identifier) return undefined
    const [root = '', ...rest] = nodeText(tree, text, annotation).split('.').map((part) => part.trim())
    const binding = bindingOf(annotation, root)
    return [binding?.imported ?? root, ...rest].join('.')
  }

  const nameOfCall = (
    call: Extract<ExpressionForm, { kind: 'call' }>,
    callee: string | undefined,
    nameOf: (node: number) => string | undefined,
  ): string | undefined => {
    if (callee === undefined) return undefined
    const [first = -1] = call.arguments
    if (callee === 'require' || callee === 'import') {
      const specifier = formOf(first)
      if (specifier.kind === 'literal' && typeof specifier.value === 'string' && text.includes(specifier.value)) return moduleMember(specifier.value, undefined) ?? ownModuleName(specifier.value)
    }
    if (callee === 'util.promisify' || callee.endsWith('/interop.default')) return nameOf(first)
    return callee.endsWith('.bind') ? callee.slice(0, -'.bind'.length) : undefined
  }

  return createSymbols({
    formOf,
    bindingOf,
    typeNameOf,
    nameOfCall,
    fieldOf: (classNode, name) => fields.get(classNode)?.get(name),
    globalObjects: GLOBAL_OBJECTS,
    occurs: (part) => text.includes(part),
    isPureCall: (name) => PURE_CALLS.has(name),
  })
}

/** What a module of the project is called where it is required: by the last part of its path. */
function ownModuleName(specifier: string): string {
  const base = specifier.split('/').findLast((part) => part !== '' && part !== 'index' && part !== 'index.js') ?? specifier
  return moduleName(specifier, base.replace(/\.\w+$/, ''))
}

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'globalThis', 'global', 'self', 'frames', 'top'])

const PURE_CALLS: ReadonlySet<string> = new Set([
  'Buffer.from',
  'String',
  'Number',
  'parseInt',
  'Object.freeze',
  'Symbol',
  'Uint8Array.from',
  'TextEncoder().encode',
  'buffer.Buffer.from',
  'crypto.createSecretKey',
  'encodeURIComponent',
  'JSON.stringify',
])
