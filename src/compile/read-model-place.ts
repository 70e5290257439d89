import type { ModelArgument, ModelInput, ModelPart, ModelPlace } from '../model/call-models.ts'

/** `Argument[0].Element`, in the form that the schema makes sure of. */
export function readInput(written: string): ModelInput {
  const [root, parts] = split(written)
  return { at: readArgument(root), parts }
}

/** The same, or `ReturnValue`. */
export function readPlace(written: string): ModelPlace {
  const [root, parts] = split(written)
  return { at: root === 'ReturnValue' ? { kind: 'result' } : readArgument(root), parts }
}

function split(written: string): readonly [root: string, parts: readonly ModelPart[]] {
  const [root = '', ...parts] = written.split(/\.(?=Element|MapKey|Property\[)/)
  return [root, parts.map(readPart)]
}

/** `Receiver`, or `Argument[0]`. */
export function readArgument(root: string): ModelArgument {
  if (root === 'Receiver') return { kind: 'receiver' }
  const which = root.slice('Argument['.length, -1)
  if (which === '*') return { kind: 'argument', first: 0, last: Number.POSITIVE_INFINITY }
  if (which.endsWith('..')) return { kind: 'argument', first: Number(which.slice(0, -2)), last: Number.POSITIVE_INFINITY }
  return /^-?\d+$/.test(which) ? { kind: 'argument', first: Number(which), last: Number(which) } : { kind: 'keyword', name: which }
}

function readPart(part: string): ModelPart {
  if (part === 'Element') return { kind: 'element' }
  return part === 'MapKey' ? { kind: 'key' } : { kind: 'property', name: part.slice('Property['.length, -1) }
}
