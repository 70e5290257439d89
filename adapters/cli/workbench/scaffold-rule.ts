import { DOCUMENT_LANGUAGES, matchDocuments } from './scaffold-documents.ts'
import { SAMPLES } from './scaffold-samples.ts'

/** Kinds of rules that `assay rules new` can write. */
export const RULE_KINDS = ['pattern', 'query', 'regex', 'secret', 'taint', 'document'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** The languages of each kind; the first ones are the default. */
export const KIND_LANGUAGES: Readonly<Record<RuleKind, readonly string[]>> = {
  pattern: ['javascript', 'typescript', 'python'],
  query: ['javascript', 'typescript', 'python'],
  regex: ['text'],
  secret: ['text'],
  taint: ['javascript', 'typescript', 'python'],
  document: DOCUMENT_LANGUAGES,
}

/** The languages of a rule for which none are named. */
export const DEFAULT_LANGUAGES: Readonly<Record<RuleKind, readonly string[]>> = {
  ...KIND_LANGUAGES,
  pattern: ['javascript', 'typescript'],
  query: ['javascript', 'typescript'],
  document: ['yaml', 'toml'],
}

/** A rule to be written. */
export interface NewRule {
  /** In kebab-case. */
  readonly id: string
  readonly kind: RuleKind
  /** A subset of the languages of the kind. */
  readonly languages: readonly string[]
}

/** A file of a scaffold, with its path from the folder of the pack. */
export interface ScaffoldFile {
  readonly path: string
  readonly text: string
}

/** A rule that reports a made-up weakness, and sample code with which its test passes: three reported lines and three look-alikes in each language. */
export function scaffoldRule({ id, kind, languages }: NewRule): readonly ScaffoldFile[] {
  return [
    { path: `rules/${id}.yaml`, text: toRule({ id, kind, languages }) },
    ...languages.flatMap((language) => {
      const sample = SAMPLES[kind]?.[language]
      return sample === undefined ? [] : [{ path: `fixtures/${id}/${sample.file}`, text: sample.text.replaceAll('RULE', id) }]
    }),
  ]
}

function toRule({ id, kind, languages }: NewRule): string {
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')
  return `id: ${id}
title: ${title}
severity: ${kind === 'secret' ? 'high' : 'medium'}
confidence: medium
category: ${kind === 'secret' ? 'secrets' : kind === 'document' ? 'infrastructure' : 'injection'}
# The closest CWE: https://cwe.mitre.org
cwe: [${kind === 'secret' ? 'CWE-798' : kind === 'document' ? 'CWE-489' : 'CWE-95'}]
languages: [${languages.join(', ')}]
description: ${DESCRIPTIONS[kind]}
fix: ${FIXES[kind]}
${MATCHERS[kind](languages)}`
}

const DESCRIPTIONS: Readonly<Record<RuleKind, string>> = {
  pattern: todo('the code passes a value that is not constant to `dangerous`. Say what an attacker can do.'),
  query: todo('the code calls `dangerous`. Say what an attacker can do.'),
  regex: todo('the file turns on `forbidden_option`. Say what an attacker can do.'),
  secret: todo('the file contains a token of Acme. Say what an attacker can do with it.'),
  taint: todo('$SOURCE reaches $SINK. Say what an attacker can do.'),
  document: todo('the server runs in debug mode. Say what an attacker can do.'),
}

const FIXES: Readonly<Record<RuleKind, string>> = {
  pattern: 'Pass a constant.',
  query: 'Call a safe function instead.',
  regex: 'Turn the option off.',
  secret: 'Revoke the token, and read a new one from the environment.',
  taint: 'Pass the value through `sanitize` first.',
  document: 'Set `debug` to false.',
}

function todo(text: string): string {
  return `>-\n  TODO: ${text}`
}

const MATCHERS: Readonly<Record<RuleKind, (languages: readonly string[]) => string>> = {
  pattern: () => `message: "\`dangerous\` is called with \`$VALUE\`, which is not constant."
match:
  pattern: dangerous($VALUE)
  where:
    $VALUE: { constant: false }
`,
  query: (languages) => {
    const script = languages.filter((language) => language !== 'python')
    const clauses = [
      ...(script.length > 0 ? [queryClause(script, 'call_expression')] : []),
      ...(languages.includes('python') ? [queryClause(['python'], 'call')] : []),
    ]
    return `message: "\`$NAME\` is called."
match:
  any:
${clauses.join('')}`
  },
  regex: () => `message: "\`forbidden_option\` is \`$VALUE\`."
match:
  # A literal of three or more characters lets Assay skip files without it.
  regex: (?m)^\\s*forbidden_option\\s*=\\s*(?P<VALUE>on|true|1)\\s*$
`,
  secret: () => `match:
  # The literal \`acme_\` lets Assay skip files without it.
  regex: \\bacme_(?P<SECRET>[0-9A-Za-z]{32})\\b
  where:
    # Text that is not random, such as \`xxxx\`, is no secret.
    $SECRET: { entropy: 3.5 }
  focus: $SECRET
`,
  taint: () => `taint:
  # The requests of all web frameworks that Assay knows.
  sources: [{ use: http-request }]
  sinks: [{ call: dangerous, argument: 0 }]
  sanitizers: [{ call: sanitize }]
`,
  document: matchDocuments,
}

function queryClause(languages: readonly string[], node: string): string {
  return `    - languages: [${languages.join(', ')}]
      query: |
        (${node} function: (identifier) @name (#eq? @name "dangerous")) @match
`
}
