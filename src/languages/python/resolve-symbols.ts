import { lastSegment, type Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import { type Binding, createBinding } from '../symbols/binding.ts'
import { createSymbols, type SymbolTables } from '../symbols/create-symbols.ts'
import { type FormSource, readForm, UNKNOWN_FORM } from '../symbols/form-table.ts'
import { rememberLarge } from '../symbols/remember-large.ts'
import { BUILTINS } from './builtins.ts'
import { readBases } from './class-bases.ts'
import { findChanged } from './changed-bindings.ts'
import type { Collector } from './collector.ts'
import { collectBindings } from './collect-bindings.ts'
import { findResult } from './function-result.ts'
import { isTarget } from './is-target.ts'
import type { PythonKinds } from './node-kinds.ts'
import { readType } from './read-types.ts'

/** What the names of a Python file mean. */
export function resolveSymbols({ kinds, commentTypes, collect, forms }: SymbolTables<PythonKinds, Collector>, tree: FlatTree, text: string): Symbols {
  const { scopes, fields, starred, classAt, isNull } = collectBindings(kinds, collect, tree, text)
  const source: FormSource<PythonKinds> = { kinds, commentTypes, tree, text, classAt }
  const formOf = rememberLarge((node) => (node < 0 ? UNKNOWN_FORM : readForm(forms, source, node)))

  // With one `from x import *` what is bound nowhere and built in nowhere is from there.
  const [star = ''] = starred.length === 1 ? starred : []
  const fromStar = new Map<string, Binding>()
  const bindingOf = (node: number, name: string): Binding | undefined => {
    const found = scopes.find(node, name)
    if (found !== undefined || star === '' || BUILTINS.has(name)) return found
    const binding = fromStar.get(name) ?? createBinding({ kind: 'import', node: -1, imported: `${star}.${name}`, foreign: true, writes: 1 }, isNull)
    fromStar.set(name, binding)
    return binding
  }

  return createSymbols({
    formOf,
    bindingOf,
    isNull,
    basesOf: (nameNode) => readBases(kinds, tree, nameNode),
    isTarget: (node) => isTarget(kinds, tree, node),
    fieldOf: (classNode, name) => fields.get(classNode)?.get(name),
    typeAt: (annotation) => readType(kinds, tree, text, annotation, bindingOf),
    nameOfCall: (call, callee, { nameOf, constantOf }) => {
      const [first = -1] = call.arguments
      if (callee === '__import__' || callee === 'importlib.import_module') {
        const module = constantOf(first)
        return typeof module === 'string' && text.includes(module) ? module : undefined
      }
      return callee !== undefined && PASSING.has(callee) ? nameOf(first) : undefined
    },
    renamingCalls: RENAMING,
    isOwnModule: () => false,
    promiseOf: () => -1,
    findResult: (node) => findResult(kinds, tree, text, node),
    findChanged: () => findChanged(kinds, tree, text, bindingOf),
    globalObjects: BUILTIN_MODULES,
    globalFunctions: IMPORTING,
    occurs: (part) => text.includes(part),
    isPureCall: (name) => PURE_CALLS.has(name),
  })
}

const BUILTIN_MODULES: ReadonlySet<string> = new Set(['builtins', '__builtins__', '__builtin__'])
const IMPORTING: ReadonlySet<string> = new Set(['__import__'])

/** Calls whose result is called as what they are given. */
const PASSING: ReadonlySet<string> = new Set([
  'functools.partial',
  'asgiref.sync.sync_to_async',
  'asgiref.sync.async_to_sync',
  'channels.db.database_sync_to_async',
  'asyncer.asyncify',
])

const RENAMING: ReadonlySet<string> = new Set(['__import__', 'import_module', ...[...PASSING].map(lastSegment)])

const PURE_CALLS: ReadonlySet<string> = new Set([
  'str',
  'bytes',
  'int',
  'float',
  'frozenset',
  'tuple',
  'list',
  'dict',
  'set',
  'base64.b64decode',
  'bytes.fromhex',
  're.compile',
  'types.MappingProxyType',
])
