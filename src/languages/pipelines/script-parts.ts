import type { DocumentNode, DocumentScalar } from '../../model/document.ts'
import type { Span } from '../../model/position.ts'
import { readScript, type ScriptFacts, type ScriptLanguage } from './read-script.ts'

/** The script that a part belongs to. */
export interface PartOfScript {
  readonly script: DocumentScalar
  readonly language: ScriptLanguage
}

/** Parts of scripts as values of their own, at their places in the file, with the scope of the script. */
export interface ScriptParts<Scope> {
  /** The text of a value as it stands in the file. */
  sourceOf(value: DocumentNode): string
  scopeOf(value: DocumentNode): Scope | undefined
  /** Undefined for a value that is no part. */
  scriptOf(value: DocumentNode): PartOfScript | undefined
  /** What the script writes under a name. The same part is the same value. */
  partsOf(script: DocumentScalar, language: ScriptLanguage, kind: 'variables' | 'outputs' | 'environment', name: string): readonly DocumentScalar[]
  /** Whether the script ends unless this variable matches a whole pattern. */
  isChecked(part: PartOfScript, name: string): boolean
}

/** `scopes` has the scope of each scalar of the file, whose text is `text`. */
export function createScriptParts<Scope>(text: string, scopes: Map<DocumentNode, Scope>): ScriptParts<Scope> {
  const parts = new Map<string, DocumentScalar>()
  const scripts = new Map<DocumentNode, PartOfScript>()
  const facts = new Map<DocumentNode, ScriptFacts>()
  const sourceOf = ({ start, end }: DocumentNode): string => text.slice(start, end)

  const factsOf = ({ script, language }: PartOfScript): ScriptFacts => {
    const known = facts.get(script)
    if (known !== undefined) return known
    const read = readScript(sourceOf(script), language)
    facts.set(script, read)
    return read
  }

  const partAt = (inside: PartOfScript, { start, end }: Span): DocumentScalar => {
    const place = { start: inside.script.start + start, end: inside.script.start + end }
    const key = `${place.start} ${place.end}`
    const known = parts.get(key)
    if (known !== undefined) return known
    const part: DocumentScalar = { kind: 'scalar', ...place, value: text.slice(place.start, place.end) }
    parts.set(key, part)
    scripts.set(part, inside)
    const scope = scopes.get(inside.script)
    if (scope !== undefined) scopes.set(part, scope)
    return part
  }

  return {
    sourceOf,
    scopeOf: (value) => scopes.get(value),
    scriptOf: (value) => scripts.get(value),
    partsOf: (script, language, kind, name) => {
      const inside = { script, language }
      const read = factsOf(inside)
      const spans = read[kind].get(name) ?? []
      return spans.filter(({ start, end }) => !insertsChecked(read.checked, sourceOf(script).slice(start, end))).map((span) => partAt(inside, span))
    },
    isChecked: (part, name) => factsOf(part).checked.has(name),
  }
}

/** Whether the text is what a checked command puts out: `$(cat number.txt)`. */
function insertsChecked(checked: ReadonlySet<string>, text: string): boolean {
  const command = /\$\([^()\n]*\)/.exec(text)?.[0]
  return command !== undefined && checked.has(command)
}
