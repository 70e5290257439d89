import type { ContainerOperation, FlowRow, LanguageModels, UnknownEffect } from '../../model/call-models.ts'
import type { FlowCall, Project } from '../program/link-program.ts'

/** What a call of a function that is not among the files does with its arguments. */
export type CallEffect =
  /** As a model describes. */
  | { readonly kind: 'rows'; readonly rows: readonly FlowRow[] }
  /** As a model describes by an operation of a standard container. */
  | { readonly kind: 'operation'; readonly operation: ContainerOperation }
  /** No model describes it. The name of the function may hint at it. */
  | { readonly kind: 'unknown'; readonly effect: UnknownEffect | undefined }

export type CallEffects = (call: number) => CallEffect

/** Returns the effect of a call by its index. Each is computed once. */
export function createCallEffects({ calls, models }: Project): CallEffects {
  const known: (CallEffect | undefined)[] = []
  return (call) => (known[call] ??= readEffect(calls[call], models[calls[call].file]))
}

/** Rows of functions come before those of methods, and predicates between them. */
function readEffect({ name, spelledName, receiver, isTaggedTemplate }: FlowCall, models: LanguageModels): CallEffect {
  const rows = models.rowsOf(name) ?? (isTaggedTemplate ? models.templateRowsOf(spelledName) : undefined)
  if (rows !== undefined) return effectOfRows(rows)
  if (PREDICATES.test(spelledName)) return CLEAN
  const methodRows = receiver >= 0 ? models.methodRowsOf(spelledName) : undefined
  return methodRows === undefined ? { kind: 'unknown', effect: models.effectOf(spelledName) } : effectOfRows(methodRows)
}

/** Names of functions that return a truth value. */
const PREDICATES = /^_?(?:is|has|can|should)(?:[A-Z_]\w*)$/

const CLEAN: CallEffect = { kind: 'operation', operation: 'clean' }

function effectOfRows(rows: readonly FlowRow[]): CallEffect {
  const operation = rows.find((row) => row.operation !== undefined)?.operation
  return operation === undefined ? { kind: 'rows', rows } : { kind: 'operation', operation }
}

/** Whether the call has no tainted result. */
export function hasNoOutput(effect: CallEffect): boolean {
  return effect.kind === 'rows' ? effect.rows.every(({ to }) => to.length === 0) : effect.kind === 'operation' && effect.operation === 'clean'
}

/** Whether a method replaces each element by a harmless value: `map(Number)`. */
export function mapsToClean({ spelledName, constantKey, file }: FlowCall, { models }: Project): boolean {
  if (constantKey === undefined || (spelledName !== 'map' && spelledName !== 'flatMap')) return false
  return models[file].rowsOf(constantKey)?.some(({ operation }) => operation === 'clean') === true
}

/** Whether a function of a namespace (`Object.values`) or a plain function is called: its input is the first argument. */
export function isNamespaceCall({ models }: Project, { receiver, name, file }: FlowCall): boolean {
  if (receiver < 0) return true
  const dot = name.indexOf('.')
  return dot > 0 && models[file].kindOfImport(name.slice(0, dot)) === 'namespace' && !/[()]/.test(name.slice(dot))
}
