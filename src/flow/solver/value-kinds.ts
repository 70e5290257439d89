import { BOUNDS } from '../../model/bounds.ts'
import { OP } from '../../model/program.ts'
import { extraOperandsOf } from '../program/link-program.ts'
import type { PassedData } from './passed-data.ts'
import type { SolverState } from './solver-state.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Whether a value is a class: `Post.update(title=text)` writes rows of its table, and stores nothing in the class. */
export function isClass({ project, links }: SolverState, value: number): boolean {
  if (value < 0) return false
  const { op, a, imports, functions } = project
  const found = links.pointsTo.functionsOf(value)
  if (found.length > 0) return found.some((each) => functions[each].isConstructor)
  const root = links.pointsTo.rootOf(value)
  const source = op[root] === OP.captured ? (extraOperandsOf(project, root)[0] ?? root) : root
  return op[source] === OP.imported && CLASS_NAME.test(imports[a[source]].name)
}

const CLASS_NAME = /^[A-Z][A-Z0-9_]*[a-z]\w*$/

/** Whether a value is an instance of a class, by its construction or by a type annotation. */
export function isInstance({ project, links }: SolverState, value: number): boolean {
  const { op, a, owner, functions } = project
  const root = value < 0 ? value : links.pointsTo.rootOf(value)
  if (root < 0) return false
  if (op[root] === OP.parameter && a[root] >= 0 && (functions[owner[root]].parameters[a[root]]?.type ?? -1) >= 0) return true
  return links.pointsTo.instancesOf(root).length > 0
}

/** Whether a value is the receiver of its function, or the request of a handler or of a Python framework, regardless of stores. */
export function isReceiverOrRequest({ project, links }: SolverState, value: number): boolean {
  const { op, a, key, keys, owner, functions, imports, files, fileOf } = project
  const isRequest = (root: number): boolean => op[root] === OP.imported && imports[a[root]].name === REQUEST
  let at = links.pointsTo.rootOf(value)
  for (let steps = 0; steps < MAX_UPDATES && at >= 0; steps++) {
    const { importsRequest, requestNames } = semanticsOf(files[fileOf[at]].language)
    if (op[at] === OP.parameter) return a[at] < 0 || requestNames.has(functions[owner[at]].parameters[a[at]]?.name ?? '')
    // `from flask import request`, `self.request`
    if (op[at] === OP.imported) return importsRequest && isRequest(at)
    if (op[at] === OP.captured) return importsRequest && extraOperandsOf(project, at).some(isRequest)
    if (op[at] === OP.load) return importsRequest && key[at] >= 0 && keys[key[at]] === REQUEST
    if (!SAME_OBJECT.has(op[at])) return false
    // All operands of a phi are the same object.
    at = op[at] === OP.phi && a[at] < 0 ? (extraOperandsOf(project, at)[0] ?? -1) : a[at]
  }
  return false
}

/** The name of the request in most frameworks. */
const REQUEST = 'request'

/** Updates of a request. Each property of it that a call gets is one. */
const MAX_UPDATES = BOUNDS.valueKindUpdates.value

/** Operations whose result is their operand, possibly with other properties. */
const SAME_OBJECT: ReadonlySet<number> = new Set([OP.postUpdate, OP.store, OP.phi, OP.refine])

/** Whether the application, or an object that the whole file uses, is passed to a constructor: `SocketIO(app)` uses more than one field of `app`. */
export function isPassedApplication({ project, links }: SolverState, { call, value, position }: PassedData): boolean {
  if (position < 0 || !CONSTRUCTORS.test(call.spelledName)) return false
  const { op, a, owner, functions, models } = project
  const root = links.pointsTo.rootOf(value)
  if (op[root] === OP.parameter && a[root] >= 0) {
    const name = functions[owner[root]].parameters[a[root]]?.name ?? ''
    return APPLICATION_NAMES.test(name) || models[call.file].isParameterOf('application', name.replace(/^_/, ''))
  }
  return op[root] === OP.captured
}

/** Names of parameters that are the application. */
const APPLICATION_NAMES = /^_?(?:\w+_)?app(?:lication)?$/

/** Names of constructors. */
const CONSTRUCTORS = /^[A-Z]/
