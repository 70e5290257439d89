import type { DocumentScalar } from '../../model/document.ts'
import { createMapBuilder, type MapBuilder } from '../documents/map-builder.ts'
import type { Instruction } from './read-instruction.ts'
import { splitWords, type Word } from './split-words.ts'

/**
 * The base of a stage: `image`, `tag` and `digest`, or `stage` when it is an earlier one; `as`; `platform`. Open when a variable hides
 * whether there is a tag.
 */
export function readFrom(instruction: Instruction, stages: ReadonlySet<string>): { readonly from: MapBuilder; readonly name: string | undefined } {
  const from = createMapBuilder(instruction.start)
  const [image, as, name] = splitWords(instruction.line.text, instruction.argumentsFrom, instruction.escape)
  if (image !== undefined) {
    if (stages.has(image.value.toLowerCase()))
      from.set(placeKey(instruction, 'stage', image.from, image.to), scalarAt(instruction, image, image.from, image.to))
    else setImage(instruction, from, image)
  }
  const isNamed = name !== undefined && as?.value.toLowerCase() === 'as'
  if (isNamed) from.set(placeKey(instruction, 'as', as.from, as.to), scalarAt(instruction, name, name.from, name.to))
  const platform = instruction.flags.entries.find(({ key }) => key === 'platform')
  if (platform !== undefined) from.set(platform, platform.value)
  from.grow(instruction.end)
  return { from, name: isNamed ? name.value.toLowerCase() : undefined }
}

function setImage(instruction: Instruction, from: MapBuilder, word: Word): void {
  const { text } = instruction.line
  // `${TAG:-1}` has a colon that separates nothing. One that is not closed goes on to the end.
  const source = text.slice(word.from, word.to).replace(/\$\{[^}]*(?:\}|$)/g, (variable) => '$'.repeat(variable.length))
  const at = source.indexOf('@')
  const nameEnd = at === -1 ? source.length : at
  const colon = source.lastIndexOf(':', nameEnd - 1)
  const hasTag = colon > source.lastIndexOf('/', nameEnd - 1) && colon !== -1
  const set = (key: string, start: number, end: number) => {
    const [first, last] = [word.from + start, word.from + end]
    from.set(placeKey(instruction, key, first, last), scalarAt(instruction, undefined, first, last))
  }
  set('image', 0, hasTag ? colon : nameEnd)
  if (hasTag) set('tag', colon + 1, nameEnd)
  if (at !== -1) set('digest', at + 1, source.length)
  if (source.slice(0, hasTag ? colon : nameEnd).includes('$')) from.leaveOpen()
}

function placeKey({ line }: Instruction, key: string, from: number, to: number) {
  const { start, end } = line.spanOf(from, to)
  return { key, keyStart: start, keyEnd: end }
}

function scalarAt({ line }: Instruction, word: Word | undefined, from: number, to: number): DocumentScalar {
  const value = word?.value ?? line.text.slice(from, to).replaceAll(/["']/g, '')
  const isComputed = word?.hasVariable ?? value.includes('$')
  return { kind: 'scalar', ...line.spanOf(from, to), value, ...(isComputed ? { computed: true } : {}) }
}
