import type { NoteKeeper } from '../note-keeper.ts'
import type { Plain } from '../plain-value.ts'

/** Options that ask for what Assay does anyway, by the value that does so. */
const NATIVE: Readonly<Record<string, unknown>> = {
  constant_propagation: true,
  symbolic_propagation: true,
  attr_expr: true,
  arrow_is_function: true,
  let_is_var: true,
  vardef_assign: true,
  flddef_assign: true,
  unify_ids_strictly: true,
  implicit_deep_exprstmt: true,
  implicit_ellipsis: true,
  go_deeper_expr: true,
  go_deeper_stmt: true,
  interfile: true,
  taint_intrafile: true,
  cpp_parsing_pref: undefined,
  taint_assume_safe_functions: false,
  taint_unify_mvars: false,
}

/** Reports options that change what the imported rule finds. */
export function noteOptions(options: Plain, notes: NoteKeeper): void {
  for (const [name, value] of Object.entries(options)) {
    if (name.startsWith('generic_')) continue
    if (name in NATIVE && (NATIVE[name] === undefined || NATIVE[name] === value)) continue
    notes.add(
      `options.${name}`,
      'close',
      `The option \`${name}: ${String(value)}\` has no equivalent. Assay matches and follows data in its own way.`,
    )
  }
}
