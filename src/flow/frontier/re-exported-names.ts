import { BOUNDS } from '../../model/bounds.ts'
import type { FlowFile } from '../../model/flow.ts'
import { type FileProgram, OP, type ProgramImport, type ProgramValues } from '../../model/program.ts'
import { addToGroup } from '../../model/group-by.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** Bound on values that are visited for one export. */
const MAX_STEPS = BOUNDS.reExportedNameSteps.value

export interface ImportedName {
  readonly specifier: string
  /** The imported name; empty for the module itself. */
  readonly name: string
}

/**
 * The imports that an exported name comes from. For the module itself: all stated exports; where every name is exported, the named imports, and all
 * imports of a package file.
 */
export function reExportedBy({ path, language, program }: FlowFile, name: string): readonly ImportedName[] {
  const imported = new Map(program.imports.map((each) => [each.value, each]))
  const isNamespace = name === ''
  const { statesExports } = semanticsOf(language)
  return program.exports.flatMap((each) => {
    const isRequested = each.name === '' || each.name === name
    if (each.from !== undefined) {
      const isReExported = each.name === '*' || isNamespace || each.name === name
      return isReExported ? [{ specifier: each.from, name: each.name === '*' ? name : (each.imported ?? '') }] : []
    }
    const source = imported.get(each.value)
    if (source === undefined)
      return isRequested || (isNamespace && statesExports) ? importsOfExport(program, imported, each.value, each.name === '' ? name : '') : []
    if (!isRequested && !(isNamespace && (statesExports || source.name !== '' || PACKAGE.test(path)))) return []
    return [{ specifier: source.specifier, name: source.name === '' && each.name === '' ? name : source.name }]
  })
}

/**
 * Imports that an exported value is made of: `{ users: require('./users') }`, the superclass of a class, the class of an instance. With a property
 * name, only those of that property.
 */
function importsOfExport(
  { values, strings, functions, classes, calls }: FileProgram,
  imported: ReadonlyMap<number, ProgramImport>,
  from: number,
  part: string,
): ImportedName[] {
  const { op, a, b, key } = values
  const found: ImportedName[] = []
  const open = new Set([from])
  let joined: ReadonlyMap<number, readonly number[]> | undefined
  const add = (value: number): void => {
    if (value >= 0) open.add(value)
  }
  for (const value of open) {
    if (open.size > MAX_STEPS) break
    const source = imported.get(value)
    if (source !== undefined) found.push({ specifier: source.specifier, name: source.name })
    switch (op[value]) {
      case OP.store:
        add(a[value])
        if (part === '' || key[value] < 0 || strings[key[value]] === part) add(b[value])
        break
      case OP.phi:
      case OP.captured:
        add(a[value])
        joined ??= groupJoins(values)
        for (const each of joined.get(value) ?? []) add(each)
        break
      case OP.load:
      case OP.postUpdate:
      case OP.refine:
        add(a[value])
        break
      case OP.result:
        if (calls[a[value]].isConstruct || CLASS_NAME.test(calls[a[value]].spelledName)) add(calls[a[value]].callee)
        // `new Registry().add(x)`, which may give the same again.
        else if (op[calls[a[value]].receiver] === OP.result) add(calls[a[value]].receiver)
        break
      case OP.function: {
        const { classIndex, isConstructor } = functions[a[value]]
        if (isConstructor && classIndex >= 0) for (const base of classes[classIndex].bases) add(base)
        else add(functions[a[value]].result)
        break
      }
      default:
    }
  }
  return found
}

function groupJoins({ extraOperands }: ProgramValues): ReadonlyMap<number, readonly number[]> {
  const joined = new Map<number, number[]>()
  for (let pair = 0; pair < extraOperands.length; pair += 2) {
    addToGroup(joined, extraOperands[pair], extraOperands[pair + 1])
  }
  return joined
}

/** Names of classes. */
const CLASS_NAME = /^[A-Z]/

/** Files that are the module of their folder. */
const PACKAGE = /(?:^|[/\\])(?:__init__\.py|index\.[cm]?[jt]sx?)$/
