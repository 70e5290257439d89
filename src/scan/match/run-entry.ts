import type { Accept, MatchContext } from '../../model/matcher.ts'
import type { Entry } from '../../model/ruleset.ts'

/** Runs an entry over the text or the documents of a file. Entries over nodes are run by the dispatch. */
export function runEntry(entry: Exclude<Entry, { readonly kind: 'node' }>, context: MatchContext, accept: Accept): boolean {
  const { file } = context
  if (entry.kind === 'text') return entry.matcher.test(context, { start: 0, end: file.text.length }, undefined, accept)
  return (file.document()?.documents ?? []).some((root) => entry.matcher.test(context, root, undefined, accept))
}
