/** Paths of files with samples: documentation, and templates of settings. */
const SAMPLES: readonly RegExp[] = [
  /\.(?:md|mdx|mdoc|markdown|rst|adoc|asciidoc|textile)$/i,
  /(?:^|\/)(?:readme|changelog|changes|contributing)(?:\.(?:txt|html?|[a-z]{2}(?:-[a-z]{2})?\.\w+))?$/i,
  /(?:^|\/)(?:docs?|documentation)\//i,
  // .env.example, .env.production.sample, settings.template.yml, config.example.json, parameters.yml.dist
  /[._-](?:examples?|samples?|template|tmpl|tpl|dist)$/i,
  /[._-](?:examples?|samples?|template)(?:\.(?:env|local|json5?|jsonc|ya?ml|toml|ini|conf|cfg|config|properties|txt|xml|tfvars|py|rb|php|[cm]?[jt]s))$/i,
  /(?:^|\/)(?:examples?|samples?|template)[._-](?:env|config|settings)(?:\.\w+)?$/i,
  // example_auth.cfg, test_settings.ini
  /(?:^|\/)(?:examples?|samples?|test)[._-][\w.-]+\.(?:env|ini|conf|cfg|config|properties|toml)$/i,
]

/** Words before an example value on its line: `Example:`, `example=`, `e.g.`. */
const INTRODUCTION = /(?:\b(?:examples?|samples?)\b[*_`"')]*\s*[:：]|\bexamples?=|\be\. ?g\.|\bfor (?:example|instance)\b)[^\r\n]{0,80}$/i

/** Comments that mark a value as not for real use. */
const NOT_FOR_USE =
  /\b(?:do not|don'?t|never|must not|should not) (?:ever )?use (?:(?:this|it|these|them|the \w+|any of \w+) )?(?:\w+ )?(?:in|for|on) (?:production|prod\b|real|live)|\bnot (?:\w+ ){0,2}(?:for|in) (?:production|real)\b|\b(?:change|replace|regenerate) (?:this|it|these|them|me)\b[^\r\n]{0,30}(?:production|deploy|your own)|\b(?:for|in) (?:local )?(?:development|testing|demo\w*) (?:only|purposes only)\b/i

/** A line below which an example is indented: `**Example response**:`, `.. sourcecode:: http`, `"example": {`. */
const HEADING = /^[^\w=]*(?:(?:examples?|samples?)\b[\w ]{0,40}[^\w=]*|\.\. (?:sourcecode|code-block|code|parsed-literal)::.*)$/i

/** The same for the lines of a comment, which are not indented. */
const EXAMPLE_TAG = /^\s*(?:\*|\/\/|#)\s*(?:@(?:api\w*)?example\b|examples?\b[\w ]{0,40}:\s*$)/i
const OTHER_TAG = /^\s*(?:\*|\/\/|#)\s*@\w/
const COMMENT_LINE = /^\s*(?:\*|\/\/|#)/
const DOCTEST = /^\s*(?:(?:\*|#|\/\/)\s*)?>>> /
const LONE_BRACKET = /^\s*[[{(]+\s*$/

/** Comment signs at the start of a line. */
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|<!--|;|--|rem\b)/i

/** Whether a path belongs to documentation, `.env.example` and similar. Folders of examples are excluded, because people run and copy their code. */
export function isSampleFile(path: string): boolean {
  const plain = path.replaceAll('\\', '/')
  return SAMPLES.some((pattern) => pattern.test(plain))
}

/** Whether the line of an offset, a comment directly above it, or a heading above it marks the value as an example or not for real use. */
export function isShownAsSample(text: string, start: number): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(Math.max(lineStart, start - MAX_LOOKED_AT), start)
  if (INTRODUCTION.test(before)) return true
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(Math.max(lineStart, start - MAX_LOOKED_AT), Math.min(lineEnd === -1 ? text.length : lineEnd, start + MAX_LOOKED_AT))
  const above = text.slice(Math.max(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - MAX_LOOKED_AT), Math.max(lineStart - 1, 0))
  return NOT_FOR_USE.test(line) || (COMMENT.test(above) && NOT_FOR_USE.test(above)) || isBelowExample(text, lineStart, line)
}

/** Whether the line is in an example of a docstring, a comment or an API description, according to less indented lines above. */
function isBelowExample(text: string, lineStart: number, line: string): boolean {
  if (DOCTEST.test(line)) return true
  const above = text
    .slice(Math.max(0, lineStart - MAX_ABOVE), lineStart)
    .split('\n')
    .slice(1, -1)
    .filter((each) => each.trim() !== '')
    .toReversed()
  return isInTaggedComment(line, above) || isIndentedBelowHeading(line, above)
}

function isInTaggedComment(line: string, above: readonly string[]): boolean {
  if (!COMMENT_LINE.test(line)) return false
  const ends = above.findIndex((each) => !COMMENT_LINE.test(each) || EXAMPLE_TAG.test(each) || OTHER_TAG.test(each))
  return EXAMPLE_TAG.test(above[ends] ?? '')
}

function isIndentedBelowHeading(line: string, above: readonly string[]): boolean {
  let indent = indentOf(line)
  return above.some((each, index) => {
    if (indentOf(each) >= indent) return false
    indent = indentOf(each)
    return HEADING.test(each) || (LONE_BRACKET.test(each) && HEADING.test(above[index + 1] ?? ''))
  })
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Maximum distance of a heading, in characters. */
const MAX_ABOVE = 4_000

/** Characters of a line that are read on each side of an offset: lines of data may have megabytes. */
const MAX_LOOKED_AT = 400
