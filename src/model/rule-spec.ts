// Placeholder, written by hand: `npm run build:schema` replaces this file by what it generates from `rules.schema.json`.
import type { Confidence, Severity } from './severity.ts'

export type ScalarSpec = string | number | boolean | null

/** A rule as its author wrote it. */
export interface RuleSpec {
  id: string
  title: string
  severity: Severity
  confidence: Confidence
  category: string
  cwe: string[]
  owasp?: string[]
  languages: string[]
  description: string
  /** Said of one finding, with `$X` filled in. Default: `description`. */
  message?: string
  fix?: string
  references?: string[]
  paths?: { include?: string[]; exclude?: string[] }
  requires?: RequirementSpec[]
  autofix?: AutofixSpec
  match?: MatcherSpec
  taint?: TaintSpec
}

/** Exactly one of `match` (must hold somewhere in the scope) and `absent` (must hold nowhere in it). */
export interface RequirementSpec {
  scope: 'file' | 'project'
  match?: MatcherSpec
  absent?: MatcherSpec
}

/** `replace` is a template for the whole match; `edits` replace single metavariables. */
export interface AutofixSpec {
  replace?: string
  edits?: { at: string; text: string }[]
}

/** All keys must hold for the same node. */
export interface MatcherSpec {
  /** Holds only in files of these languages; the other keys are compiled for these alone. */
  languages?: string[]
  pattern?: string
  query?: string
  regex?: string
  call?: string | string[]
  /** With `call`: this argument is passed (index from 0, negative from the end, `*` any, or a keyword's name; several: any of these). */
  argument?: ArgumentSelector | ArgumentSelector[]
  /** With `call`: constraints on positional arguments by index ("0", "-1", "*"). */
  arguments?: Record<string, ConstraintSpec>
  /** With `call`: constraints on keyword arguments; in JavaScript on properties of an object literal argument. Dotted names go deeper. */
  keyword?: Record<string, ConstraintSpec>
  kind?: string | string[]
  document?: DocumentSpec
  all?: MatcherSpec[]
  any?: MatcherSpec[]
  not?: MatcherSpec
  inside?: RelationSpec
  has?: RelationSpec
  follows?: RelationSpec
  precedes?: RelationSpec
  use?: string
  where?: Record<string, ConstraintSpec>
  focus?: string
}

export type ArgumentSelector = number | string

/** A matcher, and where its search ends: `immediate` looks one step far, a matcher names the nodes at which it stops. */
export interface RelationSpec extends MatcherSpec {
  until?: 'immediate' | MatcherSpec
}

/** A scalar: the value is this constant. A list: one of these. An object: all its keys hold. */
export type ConstraintSpec = ScalarSpec | ScalarSpec[] | ConstraintObject

/** Any matcher key, and: */
export interface ConstraintObject extends Omit<MatcherSpec, 'not' | 'all' | 'any'> {
  in?: ScalarSpec[]
  equals?: ScalarSpec
  /** `< 2048`; several: all of them. */
  comparison?: string | string[]
  /** The least Shannon entropy, in bits a character. */
  entropy?: number
  /** Resolved name, with `*` and `**`. */
  symbol?: string | string[]
  /** Known without running, built from literals alone. */
  constant?: boolean
  /** Resolved type name, or `string`, `number`, `boolean`, `null`, `object`, `array`, `function`; in documents `map` and `list`. */
  type?: string | string[]
  /** The text carries a checksum in this format. */
  checksum?: 'crc32-base62' | 'luhn'
  /** The text decodes as base64 or base64url, and what it holds satisfies this. */
  base64?: ConstraintSpec
  /** The argument, keyword, metavariable or path is not there. */
  absent?: boolean
  not?: ConstraintSpec
  all?: ConstraintSpec[]
  any?: ConstraintSpec[]
}

/** `path` leads from here (the document, or the value of the enclosing `document`) to values, all of which are tried. */
export interface DocumentSpec extends Omit<ConstraintObject, 'document'> {
  /** Dotted keys; `*` any key, `**` any depth, `[*]` or `[0]` list items, `$NAME` any key, bound; `"quoted.key"`. */
  path: string
  document?: DocumentSpec | DocumentSpec[]
}

export interface TaintSpec {
  sources: TaintMatcherSpec[]
  sinks: TaintMatcherSpec[]
  sanitizers?: TaintMatcherSpec[]
  propagators?: PropagatorSpec[]
}

export interface TaintMatcherSpec extends MatcherSpec {
  label?: string
  requires?: string
  'by-side-effect'?: boolean
  exact?: boolean
  /** Parameters of functions that match are the place. */
  parameter?: number | string
}

export interface PropagatorSpec extends MatcherSpec {
  from: string
  to: string
}

/** A file of `rules/shared/`, or of a pack's `shared/`: named matchers. */
export interface SharedSpec {
  matchers: Record<string, MatcherSpec & { description?: string }>
}

/** A pack: a list of rules under a name. */
export interface PackSpec {
  name: string
  version: string
  description?: string
  /** Rule ids or globs over ids. */
  rules?: string[]
  /** Other packs by name. */
  packs?: string[]
  overrides?: Record<string, { severity?: Severity; off?: boolean }>
}
