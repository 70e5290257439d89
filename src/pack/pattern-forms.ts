/** What a text must look like that the schema checks with a pattern. */
interface PatternForm {
  /** The expected form in words, for a sentence that begins with "`x` is not". */
  readonly is: string
  /** Suggests what the author may have meant by the written text. */
  readonly hint?: (written: string) => string | undefined
}

/** For each pattern of the schema, the expected form and an example. A test verifies that no pattern is missing. */
export const PATTERN_FORMS: Readonly<Record<string, PatternForm>> = {
  '^[a-z0-9]+(-[a-z0-9]+)*$': { is: 'a name in kebab-case', hint: (written) => meant(toKebabCase(written)) },
  '^[a-z0-9*]+(-[a-z0-9*]+)*$': { is: 'the id of a rule, or ids with `*` in them (`secret-*`)', hint: (written) => meant(toKebabCase(written)) },
  '^\\$(\\.\\.\\.)?[A-Z_][A-Z0-9_]*$': {
    is: 'a metavariable (`$` and upper-case letters, digits and `_`)',
    hint: (written) => meant(toMetavariable(written)),
  },
  '^\\$[A-Z_][A-Z0-9_]*$': { is: 'a metavariable (`$` and upper-case letters, digits and `_`)', hint: (written) => meant(toMetavariable(written)) },
  '^CWE-\\d+$': { is: 'of the form `CWE-79`', hint: (written) => meant(/(?<!\d)\d+$/.exec(written)?.[0].replace(/^/, 'CWE-')) },
  '^[A-Z]+\\d{1,2}:\\d{4}$': { is: 'of the form `A03:2021`' },
  '^https?://\\S+$': { is: 'a URL that begins with `https://`' },
  '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$': { is: 'a version of three numbers, such as `1.0.0`' },
  '^(\\*(text)?|\\d+\\.\\.|[^\\s.{},*]+)(\\.([^\\s.{},]+|\\{[^\\s{},]+(, ?[^\\s{},]+)*\\}))?$': {
    is: 'a parameter (its index `0`, its name, `*` for all, `*text` for strings), or parts of one (`0.body`, `0.{query,request.body}`)',
  },
  '^[^\\s\\"\'`]+$': { is: 'the name of a function (`json.loads`, `**.trim`)' },
  '^=== ': { is: 'a list of programs, each under a line `=== name`', hint: (written) => `=== first program\n${written}` },
  '^[a-z0-9]+$': { is: 'a word in lower case', hint: (written) => meant(written.toLowerCase().replace(/[^a-z0-9]/g, '')) },
  '^(Receiver|Argument\\[(\\*|-?\\d+|\\d+\\.\\.|[A-Za-z_]\\w*)\\])(\\.(Element|MapKey|Property\\[[^\\]]+\\]))*$': {
    is: 'a place around a call (`Receiver`, `Argument[0]`, `Argument[1..].Element`)',
  },
  '^(ReturnValue|Receiver|Argument\\[(-?\\d+|[A-Za-z_]\\w*)\\])(\\.(Element|MapKey|Property\\[[^\\]]+\\]))*$': {
    is: 'a place that a call fills (`ReturnValue`, `Argument[0].Property[name]`)',
  },
  '^(ReturnValue(\\.(Element|Property\\[[^\\]]+\\]))?|Argument\\[(-?\\d+|[A-Za-z_]\\w*)\\]\\.Parameter\\[\\d+(\\.\\.)?\\](\\.(Element|Property\\[[^\\]]+\\]))*)$':
    {
      is: 'a place where a stored value arrives (`ReturnValue`, `Argument[1].Parameter[0].Property[data]`)',
    },
  '^(Receiver|Argument\\[(-?\\d+|[A-Za-z_]\\w*)\\])(\\.Constructor\\.Argument\\[(-?\\d+|[A-Za-z_]\\w*)\\])?(\\.Property\\[[^\\]]+\\])?$': {
    is: 'a key (`Receiver`, `Argument[0]`, `Receiver.Constructor.Argument[0]`)',
  },
  '^Parameter\\[(\\d+(\\.\\.)?|\\*|[A-Za-z_]\\w*)\\](\\.Property\\[([^\\s.{},\\[\\]]+|\\{[^\\s{},\\[\\]]+(, ?[^\\s{},\\[\\]]+)*\\})\\])?$': {
    is: 'a parameter of a function (`Parameter[0]`, `Parameter[*]`), or properties of one (`Parameter[0].Property[{body,query}]`)',
  },
  '^[A-Za-z_$][\\w$]*$': { is: 'the name of a function (`GET`)' },
  '^(never|Argument\\[0\\]|[^\\s\\"\'`{}*().]+\\.[^\\s\\"\'`{}*()]+)$': {
    is: 'what a call returns (`never`, `Argument[0]`, or the name of a class with a dot, `acme.Client`)',
  },
  '^Parameter\\[\\d+\\]$': { is: 'a parameter of a function (`Parameter[0]`)' },
  '^(ReturnValue|Argument\\[\\d+\\])$': { is: 'the string that a call proves something about (`Argument[0]`, `ReturnValue`)' },
  '^Argument\\[\\d+\\](\\.Property\\[[\\w$-]+\\])?$': {
    is: 'an argument, or a property of one (`Argument[0]`, `Argument[0].Property[schema]`)',
  },
  '^([a-z][a-z0-9]*(-[a-z0-9]+)*|[^\\s"\'`{}*().]+\\.[^\\s"\'`{}*()]+)$': {
    is: 'a kind of data in kebab-case (`http-request`), or the name of a type with a dot (`acme.Request`)',
    hint: (written) => meant(toKebabCase(written)),
  },
  '^Argument\\[(-?\\d+|[A-Za-z_]\\w*)\\](\\.(Element|Property\\[[^\\]]+\\]))*$': {
    is: 'an argument, or a part of one (`Argument[0]`, `Argument[0].Property[handler]`)',
  },
  '^[A-Za-z_$][\\w$]*(\\.([A-Za-z_$][\\w$]*|\\*))?$': { is: 'the name of a property, or of one in it (`resolve`, `Query.*`)' },
  '^[\\w ]+$': { is: 'the text of a directive (`use server`)' },
  '^[\\w$*]+$': { is: 'the name of a method or parameter, or a pattern of names (`on_*`)' },
  '^[^\\s\'"`]+$': { is: 'the name of a module (`acme/server`)' },
  '^[\\w$-]+$': { is: 'the name of an argument (`pattern`)' },
  '^Argument\\[\\d+\\]$': { is: 'an argument (`Argument[1]`)' },
  '^.$': { is: 'one character', hint: () => 'list each character on its own' },
  '^\\w+$': { is: 'the name of a parameter (`request`)' },
  '^[^\\s\\"\'`{}*]+$': { is: 'the name of an object (`acme.session`)' },
  '^(-?\\d+|\\*)$': { is: 'an index of a positional argument (`0`, `-1`, `*`)', hint: () => 'put constraints on named arguments under `keyword`' },
}

/** The hint that suggests this word. Undefined without a word. */
export function meant(word: string | undefined): string | undefined {
  return word === undefined || word === '' ? undefined : `did you mean \`${word}\`?`
}

function toKebabCase(written: string): string {
  return written
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-')
}

function toMetavariable(written: string): string | undefined {
  const name = written.replace(/^\$?(?:\.\.\.)?/, '').toUpperCase()
  return /^[A-Z_][A-Z0-9_]*$/.test(name) ? `$${name}` : undefined
}
