import type { JumpEnd, JumpKey, LanguageModels, ReadPlace } from '../model/call-models.ts'
import type { ModelSpec } from '../model/rule-spec.ts'
import { listOf } from './list-of.ts'
import { indexNames } from './name-index.ts'
import { readArgument, readInput, readPlace } from './read-model-place.ts'

/** The `jumps` of models. */
export function compileJumps(specs: readonly ModelSpec[]): Pick<LanguageModels, 'jumpsOf' | 'methodJumpsOf' | 'mayJump'> {
  const ends = indexNames<JumpEnd>(
    specs.flatMap(({ library, jumps = [] }) =>
      jumps.flatMap(({ write, read }, index) => {
        const row = `${library} ${index}`
        const key = listOf(write.key).map(readKey)
        const value = readReadPlace(read.value)
        const isOfObject = key.some(({ at, ofConstructor }) => at.kind === 'receiver' && ofConstructor === undefined)
        const escapes = value.parameter === undefined || !isOfObject
        const written: JumpEnd = { row, side: 'write', value: listOf(write.value).map(readInput), key, escapes }
        const readBack: JumpEnd = { row, side: 'read', value, key: listOf(read.key).map(readKey) }
        return [[write.call, written] as const, [read.call, readBack] as const]
      }),
    ),
  )
  return { jumpsOf: ends.named, methodJumpsOf: ends.method, mayJump: ends.hasLast }
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
