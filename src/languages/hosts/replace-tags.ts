/** A tag of a template: it ends in the line that it begins in, and holds at least `least` characters. */
export interface TemplateTag {
  readonly open: string
  readonly close: string
  readonly least: number
}

/**
 * Replaces the tags of a template, in linear time. `opener` finds where one may begin, with its `open` as the match. What has no end in its line stays as it is.
 */
export function replaceTags(text: string, opener: RegExp, tags: readonly TemplateTag[], replace: (tag: string) => string): string {
  const ends = new Map(tags.map(({ close }) => [close, -1]))
  /** Each closing mark and each line end is looked for once: the next one is remembered. */
  const nextOf = (mark: string, from: number): number => {
    const known = ends.get(mark) ?? -1
    if (known >= from) return known
    const found = text.indexOf(mark, from)
    const next = found < 0 ? text.length : found
    ends.set(mark, next)
    return next
  }
  const parts: string[] = []
  let from = 0
  for (const { 0: open, index } of text.matchAll(opener)) {
    const tag = index < from ? undefined : tags.find((each) => each.open === open)
    if (tag === undefined) continue
    const close = nextOf(tag.close, index + open.length + tag.least)
    if (close >= nextOf('\n', index)) continue
    const end = close + tag.close.length
    parts.push(text.slice(from, index), replace(text.slice(index, end)))
    from = end
  }
  return parts.join('') + text.slice(from)
}
