import { BOUNDS } from '../../model/bounds.ts'
import type { DocumentRead } from '../../model/document.ts'
import { createFaultLog } from '../documents/fault-log.ts'
import { createMapBuilder, type KeyPlace, type MapBuilder } from '../documents/map-builder.ts'
import { findEscape, isSkipped, lineAt, readLogicalLine } from './logical-lines.ts'
import { readFrom } from './read-from.ts'
import { readHeredocs } from './read-heredocs.ts'
import { type Instruction, readInstruction, readWords, setPairs, toNode } from './read-instruction.ts'

/**
 * Reads a Dockerfile to one document: `stages`, each with its `from`, its `instructions` in order and what these set by name; `instructions`,
 * all of the file in order; `arg`, those before the first stage. The README has the whole shape. A line that is no instruction is a fault.
 */
export function readDocument(text: string): DocumentRead {
  const faults = createFaultLog()
  const file = createMapBuilder(0)
  const shape = createShape(file)
  const escape = findEscape(text)
  let openHeredocs = 0
  for (let at = 0; at < text.length; ) {
    const physical = lineAt(text, at)
    at = physical.next
    if (isSkipped(text, physical)) continue
    const { line, next } = readLogicalLine(text, physical.start, escape)
    // Each search for a word that never comes reads all the rest.
    const heredocs = HEREDOC.test(line.text) && openHeredocs < MAX_OPEN_HEREDOCS ? readHeredocs(text, line.text, next) : undefined
    if (heredocs?.isOpen === true) {
      openHeredocs += 1
      faults.add(physical.start, 'A here-document of this instruction is not closed.')
    }
    const lineEnd = line.spanOf(0, line.text.length).end
    const bodies = heredocs?.bodies ?? []
    const instruction = readInstruction(line, 0, escape, bodies, bodies.length > 0 ? (heredocs?.end ?? lineEnd) : lineEnd)
    at = instruction === undefined ? next : (heredocs?.next ?? next)
    if (instruction === undefined) faults.add(physical.start, 'This line does not begin with a Dockerfile instruction, and is ignored.')
    else if (!shape.add(instruction)) faults.add(physical.start, 'Only `ARG` is allowed before the first `FROM`.')
  }
  return { documents: [file.map], faults: faults.list() }
}

const HEREDOC = /^\s*(?:RUN|COPY|ADD|ONBUILD\s+(?:RUN|COPY|ADD))\s.*<<-?["']?[A-Za-z_]/i
const MAX_OPEN_HEREDOCS = BOUNDS.dockerHeredocs.value

/** Takes instructions in order. False for one that may not stand there: it is kept among all instructions. */
function createShape(file: MapBuilder): { add(instruction: Instruction): boolean } {
  const names = new Set<string>()
  let stage: MapBuilder | undefined
  return {
    add: (instruction) => {
      const node = toNode(instruction)
      if (instruction.name === 'FROM') {
        stage = file.appendMap(placeOf(instruction, 'stages'), instruction.start, true)
        const { from, name } = readFrom(instruction, names)
        if (name !== undefined) names.add(name)
        stage.set(placeOf(instruction, 'from'), from.map)
      } else if (stage !== undefined) setByName(stage, instruction)
      else if (instruction.name === 'ARG') setByName(file, instruction)
      stage?.append(placeOf(instruction, 'instructions'), node, true)
      file.append(placeOf(instruction, 'instructions'), node, true)
      return stage !== undefined || instruction.name === 'ARG'
    },
  }
}

function setByName(holder: MapBuilder, instruction: Instruction): void {
  const place = placeOf(instruction, instruction.name.toLowerCase())
  switch (instruction.name) {
    case 'ENV':
    case 'LABEL':
    case 'ARG': {
      const map = holder.child(place, instruction.start)
      if (map !== undefined) setPairs(instruction, map)
      return
    }
    case 'EXPOSE':
      for (const port of readWords(instruction)) holder.append(place, port, true)
      return
    case 'ONBUILD': {
      const inner = toNode(instruction).entries.find(({ key }) => key === 'instruction')
      if (inner !== undefined) holder.append(place, inner.value, true)
      return
    }
    case 'CMD':
    case 'ENTRYPOINT':
    case 'HEALTHCHECK':
    case 'SHELL':
    case 'STOPSIGNAL':
      holder.replace(place, instruction.value)
      return
    default:
      holder.append(place, instruction.value, true)
  }
}

function placeOf({ start, nameEnd }: Instruction, key: string): KeyPlace {
  return { key, keyStart: start, keyEnd: nameEnd }
}
