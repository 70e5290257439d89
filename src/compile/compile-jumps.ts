import type { JumpEnd, JumpKey, LanguageModels, ReadPlace } from '../model/call-models.ts'
import type { ModelSpec } from '../model/rule-spec.ts'
import { expandBraces } from '../model/expand-braces.ts'
import { listOf } from './list-of.ts'
import { indexNames } from './name-index.ts'
import { packageOf } from './package-of.ts'
import { readArgument, readInput, readPlace } from './read-model-place.ts'

/** The `jumps` of models. */
export function compileJumps(specs: readonly ModelSpec[]): Pick<LanguageModels, 'jumpsOf' | 'methodJumpsOf' | 'mayJump' | 'joinsFiles'> {
  const ends = indexNames<JumpEnd>(
    specs.flatMap(({ library, jumps = [] }) =>
      jumps.flatMap(({ write, read }, index) => {
        const row = `${library} ${index}`
        const key = listOf(write.key).map(readKey)
        const value = readReadPlace(read.value)
        const isOfObject = key.some(isObject)
        const escapes = value.parameter === undefined || !isOfObject
        const written: JumpEnd = { row, side: 'write', value: listOf(write.value).map(readInput), key, escapes }
        const readBack: JumpEnd = { row, side: 'read', value, key: listOf(read.key).map(readKey) }
        return [[write.call, written] as const, [read.call, readBack] as const]
      }),
    ),
  )
  // Both sides of a row with a constant key may be in files that no import connects.
  const packages = new Set(
    specs
      .flatMap(({ jumps = [] }) => jumps)
      .filter(({ write }) => !listOf(write.key).map(readKey).some(isObject))
      .flatMap(({ write, read }) => [...listOf(write.call), ...listOf(read.call)])
      .flatMap(expandBraces)
      .map(packageOf),
  )
  return {
    jumpsOf: ends.named,
    methodJumpsOf: ends.method,
    mayJump: ends.hasLast,
    joinsFiles: (module) => packages.has(packageOf(module.replace(/^node:/, ''))),
  }
}

/** Whether the part of a key is the object that the call is a method of. */
function isObject({ at, ofConstructor }: JumpKey): boolean {
  return at.kind === 'receiver' && ofConstructor === undefined
}

/** `Argument[1].Parameter[0].Property[data]` */
function readReadPlace(written: string): ReadPlace {
  const found = PARAMETER.exec(written)
  if (found === null) return { ...readPlace(written), parameter: undefined }
  const [, root = '', index, rest, parts = ''] = found
  return { ...readPlace(`${root}${parts}`), parameter: { index: Number(index), isRest: rest !== undefined } }
}

const PARAMETER = /^(Argument\[[^\]]+\])\.Parameter\[(\d+)(\.\.)?\](.*)$/

/** `Receiver.Constructor.Argument[0]`, `Argument[0].Property[name]` */
function readKey(written: string): JumpKey {
  const [, root = '', constructor, property] = KEY.exec(written) ?? []
  return { at: readArgument(root), ofConstructor: constructor === undefined ? undefined : readArgument(constructor), property }
}

const KEY = /^(Receiver|Argument\[[^\]]+\])(?:\.Constructor\.(Argument\[[^\]]+\]))?(?:\.Property\[([^\]]+)\])?$/
