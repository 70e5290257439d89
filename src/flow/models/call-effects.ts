import type { CallModels, FlowRow, UnknownEffect } from '../../model/call-models.ts'
import type { Project } from '../program/link-program.ts'
import { type Transfer, transferOf } from './library-calls.ts'

/** What a call of a function that is not among the files does with what it is passed. */
export type CallEffect =
  /** A model says it. */
  | { readonly kind: 'rows'; readonly rows: readonly FlowRow[] }
  /** The language says it, or its standard containers. */
  | { readonly kind: 'transfer'; readonly transfer: Exclude<Transfer, 'default'> }
  /** Nobody does; perhaps its name. */
  | { readonly kind: 'unknown'; readonly effect: UnknownEffect | undefined }

export type CallEffects = (call: number) => CallEffect

/** Tells by the index of a call what it does. Each is worked out once. */
export function createCallEffects({ calls, files }: Project, models: CallModels): CallEffects {
  const known: (CallEffect | undefined)[] = []
  const read = ({ name, spelledName, receiver, isTaggedTemplate, file }: Project['calls'][number]): CallEffect => {
    const { language } = files[file]
    const { rowsOf, effectOf } = models.forLanguage(language)
    const rows = name === '' ? undefined : rowsOf(name)
    if (rows !== undefined) return { kind: 'rows', rows }
    const transfer = transferOf(name, spelledName, receiver >= 0, isTaggedTemplate, language === 'python')
    return transfer === 'default' ? { kind: 'unknown', effect: effectOf(spelledName) } : { kind: 'transfer', transfer }
  }
  return (call) => (known[call] ??= read(calls[call]))
}

/** Whether nothing comes out of a call that does so. */
export function hasNoOutput(effect: CallEffect): boolean {
  return effect.kind === 'rows' ? effect.rows.every(({ to }) => to.length === 0) : effect.kind === 'transfer' && effect.transfer === 'clean'
}
