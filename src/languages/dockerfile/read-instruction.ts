import type { DocumentMap, DocumentNode, DocumentScalar } from '../../model/document.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import { readExecForm } from './read-exec-form.ts'
import type { LogicalLine } from './logical-lines.ts'
import { readWord, skipBlanks, splitWords } from './split-words.ts'

/** One instruction, taken apart. */
export interface Instruction {
  /** In upper case. */
  readonly name: string
  readonly line: LogicalLine
  readonly escape: string
  /** Places in the source: its first character, and after its last, here-documents included. */
  readonly start: number
  readonly end: number
  readonly nameEnd: number
  readonly flags: DocumentMap
  /** Where in the logical line the arguments begin, after the flags. */
  readonly argumentsFrom: number
  /** The arguments: a list in exec form, else their text. */
  readonly value: DocumentNode
  readonly heredocs: readonly DocumentScalar[]
}

/** Takes a logical line apart, from a place in it; undefined when no instruction of Dockerfiles is there. `heredocs` are those after the line. */
export function readInstruction(
  line: LogicalLine,
  from: number,
  escape: string,
  heredocs: readonly DocumentScalar[],
  sourceEnd: number,
): Instruction | undefined {
  const nameFrom = skipBlanks(line.text, from)
  NAME.lastIndex = nameFrom
  const word = NAME.exec(line.text)?.[0]
  const name = word?.toUpperCase() ?? ''
  if (word === undefined || !INSTRUCTIONS.has(name)) return undefined
  const { start, end: nameEnd } = line.spanOf(nameFrom, nameFrom + word.length)
  const { flags, argumentsFrom } = readFlags(line, nameFrom + word.length, escape)
  const value = readArguments(line, argumentsFrom, name, heredocs, sourceEnd)
  return { name, line, escape, start, end: Math.max(sourceEnd, nameEnd), nameEnd, flags, argumentsFrom, value, heredocs }
}

const NAME = /[A-Za-z]+(?=[ \t]|$)/y
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  'ADD',
  'ARG',
  'CMD',
  'COPY',
  'ENTRYPOINT',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'LABEL',
  'MAINTAINER',
  'ONBUILD',
  'RUN',
  'SHELL',
  'STOPSIGNAL',
  'USER',
  'VOLUME',
  'WORKDIR',
])

/** `--name=value`; a flag without value is true, one that occurs twice a list. */
function readFlags(line: LogicalLine, from: number, escape: string): { readonly flags: DocumentMap; readonly argumentsFrom: number } {
  let at = skipBlanks(line.text, from)
  const flags = createMapBuilder(line.spanOf(at, at).start)
  while (line.text.startsWith('--', at)) {
    const key = readWord(line.text, at, escape, true)
    const hasValue = line.text[key.to] === '='
    const value = hasValue ? readWord(line.text, key.to + 1, escape, false) : key
    flags.append(
      keyPlace(line, key.value.slice(2), key.from, key.to),
      scalarOf(line, hasValue ? value.value : true, value.from, value.to, value.hasVariable),
      false,
    )
    at = skipBlanks(line.text, value.to)
  }
  return { flags: flags.map, argumentsFrom: at }
}

function readArguments(line: LogicalLine, from: number, name: string, heredocs: readonly DocumentScalar[], sourceEnd: number): DocumentNode {
  const { text } = line
  if (EXEC_FORMS.has(name) && text[from] === '[') {
    const list = readExecForm(line, from)
    if (list !== undefined) return list
  }
  const to = text.trimEnd().length
  const { start, end } = line.spanOf(from, Math.max(from, to))
  const bodies = heredocs.map(({ value }) => `\n${value}`)
  const isComputed = EXPANDED.has(name) && /\$[A-Za-z0-9_{]/.test(text.slice(from))
  return {
    kind: 'scalar',
    start,
    end: heredocs.length > 0 ? sourceEnd : end,
    value: text.slice(from, to) + bodies.join(''),
    ...(isComputed ? { computed: true } : {}),
  }
}

const EXEC_FORMS: ReadonlySet<string> = new Set(['ADD', 'CMD', 'COPY', 'ENTRYPOINT', 'RUN', 'SHELL', 'VOLUME'])
/** Instructions in which Docker itself replaces variables. In `RUN` and the like the shell does, and its code is known. */
const EXPANDED: ReadonlySet<string> = new Set(['EXPOSE', 'FROM', 'STOPSIGNAL', 'USER', 'VOLUME', 'WORKDIR'])

/** The document node of an instruction: `name`, `value`, `flags`, and what its kind has besides. */
export function toNode(instruction: Instruction): DocumentMap {
  const { name, line, start, end, nameEnd, flags, value, heredocs } = instruction
  const map = createMapBuilder(start)
  const key = (text: string): KeyPlace => ({ key: text, keyStart: start, keyEnd: nameEnd })
  map.set(key('name'), { kind: 'scalar', start, end: nameEnd, value: name })
  map.set(key('value'), value)
  map.set(key('flags'), flags)
  if (name === 'COPY' || name === 'ADD') setFiles(instruction, map, key)
  if (heredocs.length > 0) map.set(key('heredocs'), { kind: 'list', start: heredocs[0].start, end, items: heredocs })
  if (name === 'ONBUILD') {
    const inner = readInstruction(line, instruction.argumentsFrom, instruction.escape, heredocs, end)
    if (inner !== undefined && inner.name !== 'ONBUILD') map.set(key('instruction'), toNode(inner))
  }
  map.grow(end)
  return map.map
}

/** What is copied, and where to. */
function setFiles(instruction: Instruction, map: MapBuilder, key: (text: string) => KeyPlace): void {
  const files = instruction.value.kind === 'list' ? instruction.value.items : readWords(instruction)
  const destination = files.at(-1)
  if (destination === undefined) return
  const sources = files.slice(0, -1)
  map.set(key('sources'), { kind: 'list', start: files[0].start, end: sources.at(-1)?.end ?? files[0].start, items: sources })
  map.set(key('destination'), destination)
}

/** The arguments as words, each a scalar. */
export function readWords({ line, argumentsFrom, escape }: Instruction): DocumentScalar[] {
  return splitWords(line.text, argumentsFrom, escape).map(({ value, from, to, hasVariable }) => scalarOf(line, value, from, to, hasVariable))
}

/** Sets what `ENV`, `LABEL` and `ARG` define: `KEY=VALUE` pairs, the old form `KEY VALUE`, and for `ARG` keys without default, which are null. */
export function setPairs({ name, line, argumentsFrom, escape }: Instruction, map: MapBuilder): void {
  const { text } = line
  let at = argumentsFrom
  while (at < text.length) {
    const key = readWord(text, at, escape, true)
    const place = keyPlace(line, key.value, key.from, key.to)
    if (text[key.to] === '=') {
      const value = readWord(text, key.to + 1, escape, false)
      map.set(place, scalarOf(line, value.value, value.from, value.to, value.hasVariable))
      at = skipBlanks(text, value.to)
    } else if (name === 'ARG') {
      map.set(place, scalarOf(line, null, key.to, key.to, false))
      at = skipBlanks(text, key.to)
    } else {
      const from = skipBlanks(text, key.to)
      const to = Math.max(from, text.trimEnd().length)
      map.set(place, scalarOf(line, text.slice(from, to), from, to, /\$[A-Za-z0-9_{]/.test(text.slice(from, to))))
      return
    }
  }
}

function keyPlace(line: LogicalLine, key: string, from: number, to: number): KeyPlace {
  const { start, end } = line.spanOf(from, to)
  return { key, keyStart: start, keyEnd: end }
}

function scalarOf(line: LogicalLine, value: DocumentScalar['value'], from: number, to: number, computed: boolean): DocumentScalar {
  return { kind: 'scalar', ...line.spanOf(from, to), value, ...(computed ? { computed: true } : {}) }
}
