import { QuoteType, Tokenizer } from 'htmlparser2'

/** An attribute: offsets of its name, and of its value without quotes. */
export interface HtmlAttribute {
  readonly start: number
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  readonly quoted: boolean
}

/** Callbacks in document order. Offsets are UTF-16 units of the text. */
export interface HtmlVisitor {
  /** A start tag. `end` is the offset after its `>`. */
  tag(name: string, attributes: readonly HtmlAttribute[], end: number): void
  /** All text between two tags, or the content of a script or style element. */
  text(start: number, end: number): void
}

/** Tokenizes a page as browsers do (WHATWG HTML, 13.2.5), without throwing. The content of scripts and styles is text. */
export function walkHtml(text: string, visitor: HtmlVisitor): void {
  let name = ''
  let attributes: HtmlAttribute[] = []
  let named = { start: 0, end: 0 }
  let value: { start: number; end: number } | undefined
  let held: { start: number; end: number } | undefined
  const flush = (): void => {
    if (held !== undefined) visitor.text(held.start, held.end)
    held = undefined
  }
  const finish = (end: number): void => {
    visitor.tag(name, attributes, end)
    attributes = []
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        flush()
        name = text.slice(start, end).toLowerCase()
        attributes = []
      },
      onattribname: (start, end) => {
        named = { start, end }
        value = undefined
      },
      onattribdata: (start, end) => {
        value = { start: value?.start ?? start, end }
      },
      onattribend: (quote, end) => {
        const quoted = quote === QuoteType.Single || quote === QuoteType.Double
        attributes.push({
          start: named.start,
          nameEnd: named.end,
          valueStart: value?.start ?? end,
          valueEnd: value?.end ?? end,
          quoted,
        })
      },
      onopentagend: (end) => finish(end + 1),
      onselfclosingtag: (end) => finish(end + 1),
      // A text arrives in several parts.
      ontext: (start, end) => {
        if (held?.end !== start) flush()
        held = { start: held?.start ?? start, end }
      },
      onclosetag: flush,
      oncomment: flush,
      oncdata: flush,
      ondeclaration: flush,
      onprocessinginstruction: flush,
      onend: flush,
      onattribentity: ignore,
      ontextentity: ignore,
    },
  )
  tokenizer.write(text)
  tokenizer.end()
}

/** These parts contain no code. */
function ignore(): void {}
