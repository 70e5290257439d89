import { OP } from '../model/program.ts'
import type { Project } from './build-project.ts'
import { WRAPPERS } from './library-calls.ts'
import type { ModuleLinks } from './link-modules.ts'

/** Which functions and instances a value may be. Looked for backwards, each answer once. */
export interface FunctionResolver {
  /** Functions that a value may be. */
  functionsOf(value: number): readonly number[]
  /** The same, and functions that are elements of it. */
  functionsWithin(value: number): readonly number[]
  /** Classes that a value may be an instance of. */
  instancesOf(value: number): readonly number[]
  /** The method, getter or setter of a class or of those above it. */
  memberOf(classIndex: number, kind: 'methods' | 'getters' | 'setters', name: string): readonly number[]
  /** The value before calls, stores and checks that leave it what it is. */
  identityOf(value: number): number
  /** Tells that a parameter may be these functions; true when that is news. */
  addToParameter(value: number, functions: readonly number[]): boolean
  /** Tells that a parameter may hold what this value does: an object with functions in it; true when that is news. */
  addAlias(parameter: number, value: number): boolean
  /** Forgets answers, after parameters have got functions. */
  forget(): void
}

const MAX_STEPS = 40
/** Stores into one object that are looked through for a part. */
const MAX_CHAIN = 300
const MAX_FOUND = 12
const NOTHING: readonly number[] = []
const ANY_PART = -1

export function createFunctionResolver(project: Project, links: ModuleLinks): FunctionResolver {
  const { op, a, b, key, joins, functions, classes, calls, imports, keys } = project
  const ofParameter = new Map<number, number[]>()
  const aliases = new Map<number, number[]>()
  let subclasses: ReadonlyMap<number, readonly number[]> | undefined
  let functionMemo = new Map<number, readonly number[]>()
  let instanceMemo = new Map<number, readonly number[]>()
  let partMemo = new Map<number, readonly number[]>()
  const superKey = project.keyId('%super')
  const hasCallable = classes.some(({ methods }) => methods.has('__call__'))
  let depth = 0

  function once(memo: Map<number, readonly number[]>, id: number, work: () => readonly number[]): readonly number[] {
    const known = memo.get(id)
    if (known !== undefined) return known
    if (depth > MAX_STEPS) return NOTHING
    memo.set(id, NOTHING)
    depth++
    const found = unique(work())
    depth--
    // What is cut short by depth stays so: to ask again from everywhere takes exponential time.
    memo.set(id, found)
    return found
  }

  /** The value before calls, stores and checks that leave it what it is. Long chains of these are walked once. */
  const identities = new Int32Array(project.count).fill(-1)
  function identityOf(value: number): number {
    let at = value
    for (;;) {
      const known = identities[at]
      if (known >= 0) {
        at = known
        break
      }
      const next = op[at] === OP.after || op[at] === OP.store ? a[at] : singleSource(at)
      if (next < 0 || next === at) break
      at = next
      if (at === value) break
    }
    for (let walk = value; walk !== at && identities[walk] < 0; ) {
      const next = op[walk] === OP.after || op[walk] === OP.store ? a[walk] : singleSource(walk)
      identities[walk] = at
      if (next < 0) break
      walk = next
    }
    return at
  }

  /** What a value with one source is the same as; -1 for any other. */
  function singleSource(value: number): number {
    if (op[value] !== OP.join && op[value] !== OP.refine && op[value] !== OP.cell) return -1
    if (op[value] === OP.join && b[value] >= 0) return -1
    if (op[value] === OP.join && key[value] === 1) return a[value]
    const more = joins.get(value)
    if (more === undefined) return a[value]
    if (a[value] >= 0) return -1
    return more.length === 1 ? more[0] : op[value] === OP.cell ? cellSource(value, more) : -1
  }

  /** What a cell holds but for itself after calls and stores. */
  const cellSources = new Map<number, number>()
  function cellSource(cell: number, more: readonly number[]): number {
    const known = cellSources.get(cell)
    if (known !== undefined) return known
    let found = -1
    for (const source of more.slice(0, MAX_CHAIN)) {
      let at = source
      for (let steps = 0; steps < MAX_STEPS && at !== cell && (op[at] === OP.after || op[at] === OP.store || op[at] === OP.refine); steps++)
        at = a[at]
      if (at === cell) continue
      if (found >= 0) {
        found = -1
        break
      }
      found = source
    }
    if (more.length > MAX_CHAIN) found = -1
    cellSources.set(cell, found)
    return found
  }

  /** Like `identityOf`, but stops where the part was stored. */
  function holderOf(value: number, part: number): number {
    let at = value
    for (let steps = 0; steps < MAX_CHAIN; steps++) {
      const next = op[at] === OP.after || (op[at] === OP.store && part !== ANY_PART && key[at] >= 0 && key[at] !== part) ? a[at] : singleSource(at)
      if (next < 0) return at
      at = next
    }
    return at
  }

  const sourcesOf = (value: number): readonly number[] => {
    const more = joins.get(value) ?? NOTHING
    return a[value] >= 0 ? [a[value], ...more] : more
  }

  const functionsOf = (value: number): readonly number[] => {
    if (value < 0) return NOTHING
    const at = identityOf(value)
    return once(functionMemo, at, () => findFunctions(at))
  }

  function findFunctions(value: number): readonly number[] {
    switch (op[value]) {
      case OP.function:
        return [a[value]]
      case OP.join:
      case OP.refine:
      case OP.cell:
        return sourcesOf(value).flatMap(functionsOf)
      case OP.after:
      case OP.store:
        return functionsOf(a[value])
      case OP.parameter: {
        const { classIndex } = functions[project.owner[value]]
        // `cls(…)` makes an instance, `self(…)` calls one.
        if (a[value] < 0 && classIndex >= 0) {
          const called = memberOf(classIndex, 'methods', '__call__', 0)
          return called.length > 0 ? called : [classes[classIndex].construct]
        }
        return [...(ofParameter.get(value) ?? NOTHING), ...aliasesOf(value).flatMap(functionsOf)]
      }
      case OP.imported:
        return importedValues(value).flatMap(functionsOf)
      case OP.load: {
        // `handlers[name](x)`
        if (key[value] < 0) return partsOf(a[value], ANY_PART).flatMap(functionsOf)
        const name = keys[key[value]]
        const methods = instancesOf(a[value]).flatMap((each) => [...memberOf(each, 'methods', name, 0), ...overridesOf(a[value], each, name)])
        if (methods.length > 0) return methods
        if (key[value] === superKey) return instancesOf(a[value]).flatMap((each) => classes[each].bases.flatMap(functionsOf))
        return partsOf(a[value], key[value]).flatMap(functionsOf)
      }
      case OP.result: {
        const call = calls[a[value]]
        const targets = functionsOf(call.callee)
        if (targets.length > 0) {
          const called = hasCallable ? instancesOf(value).flatMap((each) => memberOf(each, 'methods', '__call__', 0)) : NOTHING
          const given = called.length > 0 ? called : targets.flatMap((target) => functionsOf(functions[target].result))
          if (given.length > 0 || !call.written.startsWith('@')) return given
        }
        if (!WRAPPERS.test(call.written) && !call.written.startsWith('@')) return NOTHING
        return [
          ...(call.written === 'bind' ? functionsOf(call.receiver) : NOTHING),
          ...call.arguments.flatMap((argument) => functionsOf(argument.value)),
        ]
      }
      default:
        return NOTHING
    }
  }

  /** What an import gives: exports of another file. */
  function importedValues(value: number): readonly number[] {
    const { specifier, name, file } = imports[a[value]]
    const target = links.fileOf(file, specifier)
    if (target === undefined) {
      const inner = name === '' ? undefined : links.fileOf(file, specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`)
      return inner === undefined ? NOTHING : links.exported(inner, '')
    }
    if (name === '') return links.exported(target, '')
    const found = links.exported(target, name)
    return found.length > 0 || name !== 'default' ? found : links.exported(target, '')
  }

  /** The file that a value is the module object of. */
  function moduleOf(value: number): number | undefined {
    if (op[value] === OP.imported) {
      const { specifier, name, file } = imports[a[value]]
      const target = links.fileOf(file, specifier)
      if (name === '' || (name === 'default' && target !== undefined && links.exported(target, 'default').length === 0)) return target
      // `from . import inner` in a package exports itself.
      if (target !== undefined && links.exported(target, name).some((each) => each !== value)) return undefined
      // `from package import module`
      return links.fileOf(file, specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`)
    }
    return undefined
  }

  const aliasesOf = (value: number): readonly number[] => aliases.get(value) ?? NOTHING

  /** Values that a part of a value may be; with `ANY_PART` all its parts. */
  function partsOf(value: number, part: number): readonly number[] {
    if (value < 0) return NOTHING
    const at = holderOf(value, part)
    return once(partMemo, at * 2 ** 22 + part, () => findParts(at, part))
  }

  function findParts(value: number, part: number): readonly number[] {
    switch (op[value]) {
      case OP.store:
        if (part === ANY_PART) return allParts(value)
        if (key[value] === part) return [b[value]]
        return key[value] < 0 ? [b[value], ...partsOf(a[value], part)] : partsOf(a[value], part)
      case OP.join:
      case OP.refine:
      case OP.cell:
        return sourcesOf(value).flatMap((source) => partsOf(source, part))
      case OP.after:
        return partsOf(a[value], part)
      case OP.imported: {
        const module = moduleOf(value)
        const direct =
          module === undefined ? NOTHING : part === ANY_PART ? links.all(module).map((each) => each.value) : links.exported(module, keys[part])
        return [...direct, ...importedValues(value).flatMap((each) => partsOf(each, part))]
      }
      case OP.load:
        return [...instanceParts(value, part), ...(key[value] < 0 ? NOTHING : partsOf(a[value], key[value]).flatMap((each) => partsOf(each, part)))]
      case OP.result: {
        const call = calls[a[value]]
        const held = functionsOf(call.callee).flatMap((target) => partsOf(functions[target].result, part))
        return [...instanceParts(value, part), ...held]
      }
      case OP.parameter:
        return [...instanceParts(value, part), ...aliasesOf(value).flatMap((each) => partsOf(each, part))]
      default:
        return NOTHING
    }
  }

  function allParts(value: number): readonly number[] {
    const found: number[] = []
    let at = value
    for (let steps = 0; steps < MAX_CHAIN && op[at] === OP.store; steps++) {
      found.push(b[at])
      at = holderOf(a[at], ANY_PART)
    }
    return op[at] === OP.store ? found : [...found, ...partsOf(at, ANY_PART)]
  }

  function instanceParts(value: number, part: number): readonly number[] {
    if (part === ANY_PART) return NOTHING
    return instancesOf(value).flatMap((each) =>
      (classes[each].fields.get(keys[part]) ?? []).filter((field) => !field.isType).map((field) => field.value),
    )
  }

  function memberOf(classIndex: number, kind: 'methods' | 'getters' | 'setters', name: string, hops: number): readonly number[] {
    const own = classes[classIndex][kind].get(name)
    if (own !== undefined) return [own]
    if (hops > 8) return NOTHING
    return classes[classIndex].bases.flatMap((base) => classesOf(base).flatMap((each) => memberOf(each, kind, name, hops + 1)))
  }

  /** Of `this.go()`, and of `job.go()` with `job: Job`: the methods of classes below, of which it may be an instance. */
  function overridesOf(holder: number, classIndex: number, name: string): readonly number[] {
    const self = identityOf(holder)
    if (op[self] !== OP.parameter && !(op[self] === OP.join && b[self] >= 0) && !isTypedField(self)) return NOTHING
    subclasses ??= findSubclasses()
    const found: number[] = []
    const queue = [...(subclasses.get(classIndex) ?? NOTHING)]
    for (let at = 0; at < queue.length && at < MAX_FOUND; at++) {
      const own = classes[queue[at]].methods.get(name)
      if (own !== undefined) found.push(own)
      for (const below of subclasses.get(queue[at]) ?? NOTHING) if (!queue.includes(below)) queue.push(below)
    }
    return found
  }

  /** A field that an annotation, or a parameter that was kept in it, says to be of a class: it may be of one below. */
  function isTypedField(value: number): boolean {
    if (op[value] !== OP.load || key[value] < 0) return false
    const fields = instancesOf(a[value]).flatMap((each) => classes[each].fields.get(keys[key[value]]) ?? [])
    return fields.some((field) => field.isType || op[identityOf(field.value)] === OP.parameter)
  }

  function findSubclasses(): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>()
    for (const [index, { bases }] of classes.entries()) {
      for (const above of bases.flatMap(classesOf)) {
        const known = found.get(above)
        if (known === undefined) found.set(above, [index])
        else known.push(index)
      }
    }
    return found
  }

  /** Classes that a value is itself. */
  function classesOf(value: number): readonly number[] {
    return functionsOf(value).flatMap((each) =>
      functions[each].isConstructor && functions[each].classIndex >= 0 ? [functions[each].classIndex] : NOTHING,
    )
  }

  /** Classes that a value may be an instance of. */
  function instancesOf(value: number): readonly number[] {
    if (value < 0) return NOTHING
    const at = identityOf(value)
    return once(instanceMemo, at, () => findInstances(at))
  }

  function findInstances(value: number): readonly number[] {
    switch (op[value]) {
      case OP.result: {
        const call = calls[a[value]]
        const made = classesOf(call.callee)
        if (made.length > 0) return made
        const targets = functionsOf(call.callee)
        const given = targets.flatMap((target) => instancesOf(functions[target].result))
        return given.length > 0 ? given : targets.flatMap((target) => (functions[target].type < 0 ? NOTHING : classesOf(functions[target].type)))
      }
      case OP.parameter: {
        const owner = functions[project.owner[value]]
        if (a[value] < 0) return owner.classIndex >= 0 ? [owner.classIndex] : NOTHING
        const type = owner.parameters[a[value]]?.type ?? -1
        const typed = type < 0 ? NOTHING : classesOf(type)
        return typed.length > 0 ? typed : aliasesOf(value).flatMap(instancesOf)
      }
      case OP.join: {
        const given = sourcesOf(value).flatMap(instancesOf)
        return given.length > 0 || b[value] < 0 ? given : classesOf(b[value])
      }
      case OP.refine:
      case OP.cell:
        return sourcesOf(value).flatMap(instancesOf)
      case OP.after:
      case OP.store:
        return instancesOf(a[value])
      case OP.imported:
        return importedValues(value).flatMap(instancesOf)
      case OP.load: {
        if (key[value] < 0) return partsOf(a[value], ANY_PART).flatMap(instancesOf)
        if (key[value] === superKey) return instancesOf(a[value]).flatMap((each) => classes[each].bases.flatMap(classesOf))
        const fields = instancesOf(a[value]).flatMap((each) => classes[each].fields.get(keys[key[value]]) ?? [])
        const typed = fields.flatMap((field) => (field.isType ? classesOf(field.value) : instancesOf(field.value)))
        return typed.length > 0 ? typed : partsOf(a[value], key[value]).flatMap(instancesOf)
      }
      default:
        return NOTHING
    }
  }

  return {
    functionsOf,
    functionsWithin: (value) => {
      const found = functionsOf(value)
      return found.length > 0 || value < 0 ? found : unique(partsOf(value, ANY_PART).flatMap(functionsOf))
    },
    instancesOf,
    memberOf: (classIndex, kind, name) => memberOf(classIndex, kind, name, 0),
    identityOf,
    addAlias: (parameter, value) => {
      const known = aliases.get(parameter) ?? []
      const held = identityOf(value)
      if (known.length >= MAX_FOUND || held === parameter || known.includes(held)) return false
      // The value as it is passed: what was stored in it before is in its chain.
      if (known.includes(value)) return false
      aliases.set(parameter, [...known, value])
      return true
    },
    addToParameter: (value, found) => {
      const known = ofParameter.get(value) ?? []
      const fresh = found.filter((each) => !known.includes(each)).slice(0, MAX_FOUND - known.length)
      if (fresh.length === 0) return false
      ofParameter.set(value, [...known, ...fresh])
      return true
    },
    forget: () => {
      functionMemo = new Map()
      instanceMemo = new Map()
      partMemo = new Map()
      subclasses = undefined
    },
  }
}

function unique(found: readonly number[]): readonly number[] {
  return found.length < 2 ? found : [...new Set(found)].slice(0, MAX_FOUND)
}
