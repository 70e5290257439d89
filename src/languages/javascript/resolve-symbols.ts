import { lastSegment, type Symbols } from '../../model/symbols.ts'
import type { FlatTree } from '../../model/tree.ts'
import { childByField, firstNamedChild, nodeText } from '../../model/tree-access.ts'
import type { Binding } from '../symbols/binding.ts'
import { createSymbols, type SymbolTables } from '../symbols/create-symbols.ts'
import { type FormSource, readForm, UNKNOWN_FORM } from '../symbols/form-table.ts'
import type { Asking, CallForm } from '../symbols/named-file.ts'
import { rememberLarge } from '../symbols/remember-large.ts'
import { readBases } from './class-bases.ts'
import { findChanged } from './changed-bindings.ts'
import type { Collector } from './collector.ts'
import { collectBindings } from './collect-bindings.ts'
import { isOwnModule, moduleMember, moduleName } from './module-name.ts'
import type { NodeKinds } from './node-kinds.ts'
import { readType } from './read-types.ts'
import { findResult } from './function-result.ts'
import { isTarget } from './is-target.ts'

/** What the names of a JavaScript or TypeScript file mean. */
export function resolveSymbols({ kinds, commentTypes, collect, forms }: SymbolTables<NodeKinds, Collector>, tree: FlatTree, text: string): Symbols {
  const { scopes, fields, classAt, isNull } = collectBindings(kinds, collect, tree, text)
  const source: FormSource<NodeKinds> = { kinds, commentTypes, tree, text, classAt }
  const { id, field, table } = kinds
  const formOf = rememberLarge((node) => (node < 0 ? UNKNOWN_FORM : readForm(forms, source, node)))
  const bindingOf = (node: number, name: string): Binding | undefined => scopes.find(node, name)

  const requiredBy = (call: CallForm, callee: string | undefined, { constantOf }: Asking): string | undefined => {
    if (callee === undefined || !REQUIRES.has(callee)) return undefined
    const specifier = constantOf(call.arguments[0] ?? -1)
    return typeof specifier === 'string' && text.includes(specifier) ? specifier : undefined
  }

  const nameOfCall = (call: CallForm, callee: string | undefined, ask: Asking): string | undefined => {
    if (callee === undefined) return undefined
    const module = requiredBy(call, callee, ask)
    if (module !== undefined) return moduleMember(module, undefined) ?? ownModuleName(module)
    if (PASSING.has(callee)) return ask.nameOf(call.arguments[0] ?? -1)
    return callee.endsWith('.bind') ? callee.slice(0, -'.bind'.length) : undefined
  }

  return createSymbols({
    formOf,
    bindingOf,
    nameOfCall,
    renamingCalls: RENAMING,
    isNull,
    basesOf: (nameNode) => readBases(kinds, tree, nameNode),
    isTarget: (node) => isTarget(kinds, tree, node),
    fieldOf: (classNode, name) => fields.get(classNode)?.get(name),
    typeAt: (annotation) => readType(kinds, tree, text, annotation, bindingOf),
    isOwnModule: (node, ask) => {
      let form = formOf(node)
      for (let steps = 0; form.kind === 'wrapper' && steps < 5; steps++) form = formOf(form.inner)
      if (form.kind !== 'call') return false
      const callee = formOf(form.callee)
      const module = callee.kind === 'identifier' ? requiredBy(form, ask.nameOf(form.callee), ask) : undefined
      return module !== undefined && isOwnModule(module)
    },
    promiseOf: (functionNode) => {
      const list = tree.parent[functionNode]
      const call = list < 0 ? -1 : tree.parent[list]
      if (call < 0 || table[tree.type[list]] !== id.arguments || firstNamedChild(tree, list) !== functionNode) return -1
      const callee = childByField(tree, call, field.function)
      const property = callee < 0 ? -1 : childByField(tree, callee, field.property)
      return property >= 0 && nodeText(tree, text, property) === 'then' ? childByField(tree, callee, field.object) : -1
    },
    findResult: (node) => findResult(kinds, tree, node),
    findChanged: () => findChanged(kinds, tree, text, bindingOf),
    globalObjects: GLOBAL_OBJECTS,
    globalFunctions: REQUIRES,
    occurs: (part) => text.includes(part),
    isPureCall: (name) => PURE_CALLS.has(name),
  })
}

/** What a module of the project is called where it is required: by the last part of its path. */
function ownModuleName(specifier: string): string {
  const base = specifier.split('/').findLast((part) => part !== '' && part !== 'index' && part !== 'index.js') ?? specifier
  return moduleName(specifier, base.replace(/\.\w+$/, ''))
}

const REQUIRES: ReadonlySet<string> = new Set(['require', 'import', 'module.createRequire()'])

/** Calls whose result is called as what they are given. */
const PASSING: ReadonlySet<string> = new Set([
  'util.promisify',
  'bluebird.promisify',
  'es6-promisify.promisify',
  'pify',
  '__importDefault',
  '__importStar',
  'this.__importDefault',
  'this.__importStar',
  '__toESM',
  'tslib.__importDefault',
  'tslib.__importStar',
  '_interopRequireDefault',
  '_interopRequireWildcard',
  '_interop_require_default',
  '_interop_require_wildcard',
  'interopRequireDefault',
])

const RENAMING: ReadonlySet<string> = new Set(['bind', ...[...REQUIRES, ...PASSING].map(lastSegment)])

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'globalThis', 'global', 'self', 'frames', 'top'])

const PURE_CALLS: ReadonlySet<string> = new Set([
  'Buffer.from',
  'String',
  'Number',
  'parseInt',
  'Symbol',
  'Uint8Array.from',
  'TextEncoder().encode',
  'buffer.Buffer.from',
  'crypto.createSecretKey',
  'encodeURIComponent',
  'JSON.stringify',
])
