import type { Disambiguated } from '../../../model/language.ts'
import type { Span } from '../../../model/position.ts'
import { type DecoratedCode, findDecorated } from './find-decorated.ts'
import type { FoundMember } from './find-member.ts'
import { type ImportedNames, createImportedNames } from './imported-names.ts'
import { type Move, moveText, type Piece } from './moved-text.ts'

/**
 * Moves decorators that a compiler has put after their class back to the class, its methods, their parameters and its fields, with the types that it recorded. The text has them as `spellDecorators` writes them. Undefined if
 * there are none, or no class is found.
 */
export function restoreDecorators(text: string): Disambiguated | undefined {
  const names = createImportedNames(text)
  const moves = findDecorated(text).flatMap((decorated) => restore({ ...decorated, text, names }))
  return moves.length === 0 ? undefined : moveText(text, [...moves, ...names.imports()])
}

interface Restored extends DecoratedCode {
  readonly text: string
  readonly names: ImportedNames
}

function restore(restored: Restored): readonly Move[] {
  const { call, owner, member } = restored
  if (call.member === undefined) return restoreClass(restored)
  const removal: Move = { ...call.statement, pieces: [] }
  if (member !== undefined) return [removal, insert(member.start, decorate(restored, call.decorators)), ...restoreParameters(restored, member)]
  const type = call.type === undefined ? [] : typeOf(restored, call.type)
  const field: readonly Piece[] = [
    ...decorate(restored, call.decorators),
    ...(call.isStatic ? [{ glue: 'static ', at: call.member.start }] : []),
    call.member,
    ...type,
    { glue: ';', at: call.member.end },
  ]
  return [removal, insert(owner.body.end, field)]
}

function restoreClass(restored: Restored): readonly Move[] {
  const { text, call, owner, member: maker } = restored
  // `exports.A = A = A_1 = __decorate([…], A)` becomes `exports.A = A`.
  const exported = [...text.slice(call.statement.start, call.start).matchAll(/(?<![\w$.])[\w$.]+ = /g)]
    .filter(([target]) => target.includes('.'))
    .map(({ 0: target, index }) => ({ start: call.statement.start + index, end: call.statement.start + index + target.length }))
  return [
    { ...call.statement, pieces: exported.length === 0 ? [] : [...exported, call.target, { glue: ';', at: call.target.end }] },
    { start: owner.declared.start, end: owner.declared.end, pieces: decorate(restored, call.decorators) },
    ...(owner.alias === undefined
      ? []
      : [insert(owner.body.end + 1, [{ glue: ' ', at: owner.alias.start }, owner.alias, owner.name, { glue: ';', at: owner.name.end }])]),
    ...(maker === undefined ? [] : restoreParameters(restored, maker)),
  ]
}

function restoreParameters(restored: Restored, { parameters, body }: FoundMember): readonly Move[] {
  const { call, text } = restored
  const code = text.slice(body.start, body.end)
  return parameters.flatMap(({ start, name }, index) => {
    const type = call.parameterTypes[index]
    const said = text.slice(name.start, name.end)
    // `constructor(private posts: Posts)`
    const isField = call.member === undefined && code.includes(`this.${said} = ${said};`)
    const before = [...decorate(restored, call.parameters.get(index) ?? []), ...(isField ? [{ glue: 'private ', at: start }] : [])]
    const after = type === undefined ? [] : typeOf(restored, type)
    return [...(before.length === 0 ? [] : [insert(start, before)]), ...(after.length === 0 ? [] : [insert(name.end, after)])]
  })
}

function insert(at: number, pieces: readonly Piece[]): Move {
  return { start: at, end: at, pieces }
}

function decorate({ text, names }: Restored, decorators: readonly Span[]): readonly Piece[] {
  return decorators.flatMap(({ start, end }) => {
    const spelled = SPELLED.exec(text.slice(start, end))
    const from = start + (spelled === null ? 0 : spelled[0].indexOf('@'))
    if (text[from] !== '@') return []
    const space = { glue: ' ', at: end - 1 }
    if (spelled === null) return [{ start: from, end }, space]
    const at = from + 1
    const isAlone = names.nameOf(spelled[1], spelled[2], at) !== undefined
    const module = { start: start + 2, end: start + 2 + spelled[1].length }
    return [{ start: from, end: at }, ...(isAlone ? [] : [module, { glue: '.', at }]), { start: at, end }, space]
  })
}

/** A decorator of a module, as `spellDecorators` writes it. */
const SPELLED = /^\/\*([\w$]+)\*\/ ?@([\w$]+)/
const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean', Array: 'any[]' }
const NO_TYPES: ReadonlySet<string> = new Set(['Object', 'Function', 'Promise', 'void 0', 'null'])
/** What the compiler records for a type of another module that may not exist when the program runs. */
const PERHAPS = /^typeof \([\w$]+ = typeof ([\w$.]+) [!=]==? ["']undefined["']/

/** `: Type`, or nothing if the type is not known. */
function typeOf({ text, names }: Restored, { start, end }: Span): readonly Piece[] {
  const said = text.slice(start, end)
  const colon = { glue: ': ', at: start }
  if (TYPES[said] !== undefined) return [colon, { start, end, as: TYPES[said] }]
  const perhaps = PERHAPS.exec(said)
  const name = perhaps?.[1] ?? said
  if (NO_TYPES.has(name) || !/^[\w$]+(?:\.[\w$]+)?$/.test(name)) return []
  const at = start + (perhaps === null ? 0 : perhaps[0].indexOf(name))
  const [space, member] = name.split('.')
  const imported = member === undefined ? undefined : names.nameOf(space, member, at + space.length + 1)
  return [colon, imported ?? { start: at, end: at + name.length }]
}
