import type { ContainerOperation } from '../../model/call-models.ts'
import { isNamespaceCall } from '../models/call-effects.ts'
import type { FlowCall } from '../program/link-program.ts'
import { isEmptyPath } from './access-paths.ts'
import type { PassedData } from './passed-data.ts'
import { ANY_KEY, EMPTY_PATH } from './path-table.ts'
import type { SolverState } from './solver-state.ts'
import { isInstance } from './value-kinds.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Propagates data through an operation of a standard container. */
export function applyOperation(s: SolverState, operation: ContainerOperation, passed: PassedData): void {
  const { paths } = s
  const { call, path, position, isSubject } = passed
  switch (operation) {
    case 'same':
      if (call.spelledName === 'dict' && isInstance(s, call.receiver)) applyOperation(s, 'fields', passed)
      else if (isSubject) passed.propagateTo(call.result, passed.keyedPath)
      return
    case 'fields':
      if (isSubject) passed.propagatePropertiesTo(call.result, paths.isRoot(path) ? paths.prefix(s.keys.fields, EMPTY_PATH) : path)
      return
    case 'joined':
      if (position < 0 || paths.iterate(path) >= 0) passed.propagatePropertiesTo(call.result, EMPTY_PATH)
      return
    case 'element':
      // A constant key reads values that were stored under it, and under unknown keys.
      if (isSubject && !isKeyOfLookup(s, passed)) passed.propagatePropertiesTo(call.result, paths.suffix(path, passed.key))
      else if (position > 0 && hasDefault(s, call)) passed.propagateTo(call.result, EMPTY_PATH)
      return
    case 'splice':
      if (position < 0) passed.propagateTo(call.result, path)
      else if (position > 1) passed.propagateTo(call.receiverPostUpdate, paths.prefix(ANY_KEY, path))
      return
    case 'insert':
      insert(s, passed)
      return
    case 'merge':
      merge(s, passed)
      return
    default:
      collect(s, operation, passed)
  }
}

/** Whether the names of properties are tainted, and a method looks up a value by its name: `map.get(name)`. */
function isKeyOfLookup({ project, paths, keys }: SolverState, { call, path }: PassedData): boolean {
  return paths.firstKey(path) === keys.keys && call.arguments.length > 0 && !isNamespaceCall(project, call)
}

/** Whether the second argument is the result if nothing is found: `d.get(key, x)` in Python, `next(each, x)`, `max(least, x)`. */
function hasDefault({ project }: SolverState, call: FlowCall): boolean {
  return isNamespaceCall(project, call) || (semanticsOf(project.files[call.file].language).looksUpWithDefault && call.arguments.length === 2)
}

function insert({ project, paths, keys }: SolverState, { call, path, position, key, propagateTo: give }: PassedData): void {
  if (isNamespaceCall(project, call)) {
    // `_.set(object, path, value)` stores nothing in the namespace.
    if (position === 0) give(call.result, path)
    else give(call.arguments[0]?.postUpdate ?? -1, position === 1 ? paths.prefix(keys.keys, EMPTY_PATH) : paths.prefix(ANY_KEY, path))
    return
  }
  const isDefault = call.spelledName === 'setdefault'
  if (position < 0) {
    give(call.result, isDefault ? paths.suffix(path, key) : path)
    return
  }
  // The key under which the last argument is stored.
  const isName = position === 0 && call.arguments.length > 1 && KEYED.has(call.spelledName)
  const stored = isName ? paths.prefix(keys.keys, EMPTY_PATH) : paths.prefix(key, path)
  if (isName && call.receiver >= 0) {
    give(call.receiverPostUpdate, stored)
    return
  }
  if (isDefault) give(call.result, path)
  give(call.receiverPostUpdate, stored)
  if (!isDefault && call.receiver >= 0) give(call.result, stored)
}

/** Methods whose first argument is the key of the stored value. */
const KEYED: ReadonlySet<string> = new Set(['set', 'setdefault'])

function merge({ project }: SolverState, { call, path, position, keyedPath: fullPath, propagateTo: give }: PassedData): void {
  const isNamespace = isNamespaceCall(project, call)
  if (position < 0 && !isNamespace) {
    give(call.result, path)
    return
  }
  give(call.result, fullPath)
  if (!isNamespace) give(call.receiverPostUpdate, fullPath)
  else if (position > 0) give(call.arguments[0]?.postUpdate ?? -1, fullPath)
}

/** Functions whose results contain elements, keys and pairs of their input. */
function collect(
  s: SolverState,
  operation: ContainerOperation,
  { call, path, position, argument, isSubject, keyedPath: fullPath, propagateTo: give, propagatePropertiesTo: giveParts }: PassedData,
): void {
  const { paths, keys, project } = s
  const listed = (value: number): number => (value < 0 ? value : paths.prefix(ANY_KEY, value))
  const element = (): number => (semanticsOf(project.files[call.file].language).iteratesKeys ? paths.iterate(path) : paths.suffix(path, ANY_KEY))
  const numbered = (key: number, value: number): number => listed(value < 0 ? value : paths.prefix(key, value))
  switch (operation) {
    case 'values':
      if (isSubject) giveParts(call.result, isEmptyPath(path) ? EMPTY_PATH : listed(paths.suffix(path, ANY_KEY)))
      return
    case 'keys':
      if (isSubject && paths.suffix(path, keys.keys) >= 0) giveParts(call.result, isEmptyPath(path) ? EMPTY_PATH : listed(EMPTY_PATH))
      return
    case 'numbered':
      if (isSubject) giveParts(call.result, numbered(keys.second, element()))
      return
    case 'zipped':
      giveParts(call.result, numbered(project.keyId(String(position)), element()))
      return
    case 'listed':
      give(call.result, argument?.kind === 'positional' ? paths.prefix(project.keyId(String(position)), path) : path)
      return
    case 'named':
      if (argument?.kind === 'keyword' || paths.isRoot(path)) give(call.result, fullPath)
      else collectPairs(s, call, path, give)
      return
    case 'pairs':
      if (!isSubject) return
      if (isEmptyPath(path)) giveParts(call.result, EMPTY_PATH)
      else if (paths.firstKey(path) === keys.keys) give(call.result, listed(paths.prefix(keys.first, EMPTY_PATH)))
      else give(call.result, listed(paths.prefix(keys.second, paths.suffix(path, ANY_KEY))))
      return
    default:
  }
}

/** `Object.fromEntries(pairs)`: the second element of a pair becomes a property, the first its name. */
function collectPairs({ paths, keys }: SolverState, { result }: FlowCall, path: number, give: PassedData['propagateTo']): void {
  const pair = paths.elementSuffix(path)
  if (pair < 0 || !paths.isElement(path)) {
    give(result, path)
    return
  }
  const value = paths.suffix(pair, keys.second)
  if (value >= 0) give(result, paths.prefix(ANY_KEY, value))
  if (paths.suffix(pair, keys.first) >= 0) give(result, paths.prefix(keys.keys, EMPTY_PATH))
}
