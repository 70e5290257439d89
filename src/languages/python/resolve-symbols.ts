import type { Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import { firstNamedChild, namedChildren, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { createSymbols } from '../symbols/create-symbols.ts'
import type { ExpressionForm } from '../symbols/expression-form.ts'
import { collectBindings } from './collect-bindings.ts'
import { readForm } from './expression-forms.ts'
import type { PythonKinds } from './node-kinds.ts'
import { stringParts } from './string-parts.ts'

/** Type wrappers that say nothing of what the value can do. */
const TRANSPARENT_TYPES: ReadonlySet<string> = new Set(['Optional', 'Annotated', 'Final', 'ClassVar', 'Required', 'NotRequired'])

/** What the names of a Python file mean. */
export function resolveSymbols(kinds: PythonKinds, isComment: ReadonlySet<number>, tree: FlatTree, text: string): Symbols {
  const { scopes, fields } = collectBindings(kinds, tree, text)
  const { id, table } = kinds
  const formOf = (node: number): ExpressionForm => (node < 0 ? { kind: 'unknown' } : readForm(kinds, isComment, tree, text, node))
  const bindingOf = (node: number, name: string): Binding | undefined => scopes.find(node, name)

  const typeNameOf = (annotation: number): string | undefined => {
    switch (table[tree.type[annotation]]) {
      case id.type:
      case id.type_parameter: {
        const inner = firstNamedChild(tree, annotation)
        return inner < 0 ? undefined : typeNameOf(inner)
      }
      case id.identifier:
      case id.attribute:
        return dottedName(annotation)
      case id.string:
        return stringParts(kinds, tree, text, annotation).join('')
      case id.generic_type:
      case id.subscript: {
        const [base = -1, parameter = -1] = namedChildren(tree, annotation)
        const name = base < 0 ? undefined : dottedName(base)
        const last = name?.split('.').at(-1)
        return last !== undefined && TRANSPARENT_TYPES.has(last) && parameter >= 0 ? typeNameOf(parameter) : name
      }
      case id.binary_operator:
      case id.union_type: {
        const known = namedChildren(tree, annotation).map(typeNameOf).filter((name) => name !== undefined && name !== 'None')
        return known.length === 1 ? known[0] : undefined
      }
      default:
        return undefined
    }
  }

  const dottedName = (node: number): string => {
    const [root = '', ...rest] = nodeText(tree, text, node).split('.').map((part) => part.trim())
    return [bindingOf(node, root)?.imported ?? root, ...rest].join('.')
  }

  return createSymbols({
    formOf,
    bindingOf,
    typeNameOf,
    fieldOf: (classNode, name) => fields.get(classNode)?.get(name),
    nameOfCall: (call, callee, nameOf) => {
      const [first = -1] = call.arguments
      if (callee === '__import__' || callee === 'importlib.import_module') {
        const module = formOf(first)
        return module.kind === 'literal' && typeof module.value === 'string' && text.includes(module.value) ? module.value : undefined
      }
      return callee === 'functools.partial' ? nameOf(first) : undefined
    },
    globalObjects: new Set(),
    occurs: (part) => text.includes(part),
    isPureCall: (name) => PURE_CALLS.has(name),
  })
}

const PURE_CALLS: ReadonlySet<string> = new Set(['str', 'bytes', 'int', 'float', 'frozenset', 'tuple', 'list', 'dict', 'base64.b64decode', 'bytes.fromhex', 're.compile'])
