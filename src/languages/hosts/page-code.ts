import { replaceTags } from './replace-tags.ts'
import { type HtmlAttribute, walkHtml } from '../../engines/html.ts'
import type { HostedCode } from '../../model/language.ts'
import { blank, type CodePiece, maskText } from './mask-text.ts'
import { matchBrace } from './match-brace.ts'

/** How pages of a format hold code beyond scripts. */
export interface PageFormat {
  /** Between lines of three dashes at the head, as Astro has it. */
  readonly frontmatter?: boolean
  /** In braces: values of attributes, and `{@html x}`, as Svelte and Astro have it. */
  readonly braces?: boolean
  /** What a server fills in before a browser sees the page: `{{ x }}`, `<%= x %>`. */
  readonly filledIn?: boolean
}

/**
 * Code of a page or component, where it stands. Scripts are taken as they are. A value that is bound to an attribute becomes a function whose parameter is named like the
 * attribute (`v-html="bio"` becomes `html=>bio;`), so that it is read whatever the script makes of its variables, and rules can tell what it is bound to. Statements of events
 * stand as they are. Undefined where there is no code.
 */
export function readPageCode(text: string, format: PageFormat): HostedCode | undefined {
  const pieces: CodePiece[] = format.frontmatter === true ? readFrontmatter(text) : []
  let script: number | undefined
  walkHtml(text, {
    tag: (name, attributes, end) => {
      script = name === 'script' && isCode(text, attributes) ? end : undefined
      for (const attribute of attributes) {
        const piece = readAttribute(text, attribute) ?? (format.braces === true ? readBraces(text, attribute) : undefined)
        if (piece !== undefined) pieces.push(piece)
      }
    },
    text: (start, end) => {
      if (script === start) pieces.push({ start: start - 1, code: `;${readScript(text.slice(start, end), format)}` })
      else if (script === undefined && format.braces === true) pieces.push(...readHtmlTags(text, start, end))
      script = undefined
    },
  })
  const masked = maskText(text, pieces)
  return masked === undefined ? undefined : { text: masked }
}

const SCRIPT_TYPES = /^(?:|module|text\/babel|text\/jsx|ts|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|typescript))$/i
const SCRIPT_LANGUAGES = /^(?:|js|ts|javascript|typescript)$/i

function isCode(text: string, attributes: readonly HtmlAttribute[]): boolean {
  const valueOf = (name: string): string => {
    const found = attributes.find(({ start, nameEnd }) => text.slice(start, nameEnd).toLowerCase() === name)
    return found === undefined ? '' : text.slice(found.valueStart, found.valueEnd).trim()
  }
  return SCRIPT_TYPES.test(valueOf('type')) && SCRIPT_LANGUAGES.test(valueOf('lang'))
}

function readFrontmatter(text: string): CodePiece[] {
  const found = /^(\s*---[ \t]*\r?\n)([\s\S]*?)\r?\n---/.exec(text)
  return found === null ? [] : [{ start: found[1].length, code: found[2] }]
}

/** Scripts of old pages hide from browsers that are older still. */
function readScript(script: string, { filledIn = false }: PageFormat): string {
  const shown = script.replace(/^(\s*)<!--/, '$1//  ').replace(/^(\s*)-->/gm, '$1// ')
  if (!filledIn) return shown
  const blanked = replaceTags(shown, /\{%|\{#|<%(?![=\n-])/g, STATEMENTS, blank)
  return replaceTags(blanked, /\{\{|<%[=-]/g, VALUES, (filled) => '_'.repeat(filled.length))
}

/** Tags of templates that write nothing, and those that write a value. */
const STATEMENTS = [
  { open: '{%', close: '%}', least: 0 },
  { open: '{#', close: '#}', least: 0 },
  { open: '<%', close: '%>', least: 1 },
]
const VALUES = [
  { open: '{{', close: '}}', least: 0 },
  { open: '<%=', close: '%>', least: 0 },
  { open: '<%-', close: '%>', least: 0 },
]

/** Names of attributes whose value is code, with the name that it is bound to. */
const BOUND = /^(?::|v-bind:|x-bind:|v-(?=html$)|x-(?=html$))([a-z][\w-]*)/i
const EVENT = /^(?:on(?=[a-z]+$)|@|v-on:|x-on:|on:)([a-z][\w-]*)/i

function readAttribute(text: string, { start, nameEnd, valueStart, valueEnd, quoted }: HtmlAttribute): CodePiece | undefined {
  if (!quoted || valueStart !== nameEnd + 2 || valueEnd === valueStart) return undefined
  const name = text.slice(start, nameEnd)
  const value = decodeInPlace(text.slice(valueStart, valueEnd))
  const bound = BOUND.exec(name)
  if (bound !== null) return bind(start, name, bound[1], `${value};`)
  return EVENT.test(name) ? { start: start - 1, code: `;${blank(name)} ;${value};` } : undefined
}

/** `name={value}`, which is no attribute of HTML where the value has spaces in it. */
function readBraces(text: string, { start, nameEnd }: HtmlAttribute): CodePiece | undefined {
  if (text[nameEnd] !== '=' || text[nameEnd + 1] !== '{') return undefined
  const end = matchBrace(text, nameEnd + 1)
  const name = text.slice(start, nameEnd)
  const [, bound] = /^(?:set:|bind:)?([a-z][\w-]*)$/i.exec(name) ?? []
  const value = end === undefined ? undefined : `${text.slice(nameEnd + 2, end)};`
  if (value === undefined) return undefined
  return bound === undefined ? { start, code: `${blank(name)} ;${value}` } : bind(start, name, bound, value)
}

/** `:href="` becomes `;href=>`: what stands before an attribute is white space. */
function bind(start: number, name: string, bound: string, value: string): CodePiece {
  const at = name.toLowerCase().indexOf(bound.toLowerCase(), name.length === bound.length ? 0 : 1)
  const named = name.slice(at, at + bound.length).replace(/-/g, '_')
  return { start: start - 1, code: `;${' '.repeat(at)}${named}${' '.repeat(name.length - at - bound.length)}=>${value}` }
}

/** `{@html x}` becomes a labelled statement: `html:x;`. */
function readHtmlTags(text: string, start: number, end: number): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  for (let at = text.indexOf('{@html', start); at >= 0 && at < end; at = text.indexOf('{@html', at + 1)) {
    const close = matchBrace(text, at)
    if (close !== undefined && /\s/.test(text[at + 6])) pieces.push({ start: at, code: `; html:${text.slice(at + 7, close)};` })
  }
  return pieces
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}

function decodeInPlace(value: string): string {
  return value.replace(/&(?:quot|apos|amp|lt|gt|#3[49]);/g, (entity) => (ENTITIES[entity] ?? entity).padEnd(entity.length))
}
