/** Comments of a language, in the order in which they are tried. */
interface CommentStyle {
  readonly open: string
  readonly close: string
}

const SLASHES: CommentStyle = { open: '// ', close: '' }
const HASH: CommentStyle = { open: '# ', close: '' }
const DASHES: CommentStyle = { open: '-- ', close: '' }
const BLOCK: CommentStyle = { open: '/* ', close: ' */' }
const JSX: CommentStyle = { open: '{/* ', close: ' */}' }
const MARKUP: CommentStyle = { open: '<!-- ', close: ' -->' }

const STYLES: Readonly<Record<string, readonly CommentStyle[]>> = {
  javascript: [SLASHES, JSX, MARKUP],
  typescript: [SLASHES, JSX, MARKUP],
  python: [HASH],
  css: [BLOCK],
  html: [MARKUP, SLASHES],
  xml: [MARKUP],
  hcl: [HASH],
  yaml: [HASH],
  toml: [HASH],
  env: [HASH],
  dockerfile: [HASH],
  json: [SLASHES],
}

const MANY = [HASH, SLASHES, DASHES, MARKUP] as const

/** A text to insert at the start or the end of a line. */
export interface CommentCandidate {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  readonly before: string
  /** The comment without its reason, which is placed between `before` and `after`. */
  readonly after: string
}

/** Where a comment that suppresses a rule can be: above the line, with its indentation, or at the end of the line. Strict JSON has no comments. */
export function listCommentCandidates(
  language: string,
  file: string,
  lines: readonly string[],
  line: number,
  rule: string,
): readonly CommentCandidate[] {
  if (language === 'json' && !/\.(?:jsonc|json5)$/.test(file)) return []
  const text = lines[line - 1] ?? ''
  const indent = /^[ \t]*/.exec(text)?.[0] ?? ''
  return (STYLES[language] ?? MANY).flatMap(({ open, close }) => {
    const words = `${open}assay-ignore ${rule} -- `
    return [
      { line, column: 1, before: `${indent}${words}`, after: `${close}\n` },
      { line, column: text.trimEnd().length + 1, before: ` ${words}`, after: close },
    ]
  })
}
