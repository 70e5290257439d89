/** The document matcher and the sample code of a language of configuration files. */
interface DocumentScaffold {
  readonly path: string
  /** As YAML. */
  readonly equals: string
  readonly file: string
  readonly text: string
}

const DOCUMENT_YAML = `servers:
  - name: one
    # ruleid: RULE
    debug: true
  - name: two
    # ruleid: RULE
    debug: true
  - name: three
    # ruleid: RULE
    debug: true
  - name: four
    # ok: RULE -- turned off
    debug: false
  - name: five
    # ok: RULE -- another key
    verbose: true
# ok: RULE -- not a server
debug: true
`

const DOCUMENT_TOML = `# ok: RULE -- not a server
debug = true

[[servers]]
# ruleid: RULE
debug = true

[[servers]]
# ruleid: RULE
debug = true

[[servers]]
# ruleid: RULE
debug = true

[[servers]]
# ok: RULE -- turned off
debug = false

[[servers]]
# ok: RULE -- another key
verbose = true
`

const DOCUMENT_HCL = `resource "acme_server" "one" {
  # ruleid: RULE
  debug = true
}
resource "acme_server" "two" {
  # ruleid: RULE
  debug = true
}
resource "acme_server" "three" {
  # ruleid: RULE
  debug = true
}
resource "acme_server" "four" {
  # ok: RULE -- turned off
  debug = false
}
resource "acme_server" "five" {
  # ok: RULE -- another key
  verbose = true
}
resource "acme_database" "six" {
  # ok: RULE -- not a server
  debug = true
}
`

const DOCUMENT_DOCKERFILE = `FROM node:22 AS one
# ruleid: RULE
ENV DEBUG=true
FROM node:22 AS two
# ruleid: RULE
ENV DEBUG=true
FROM node:22 AS three
# ruleid: RULE
ENV DEBUG=true
FROM node:22 AS four
# ok: RULE -- turned off
ENV DEBUG=false
# ok: RULE -- another variable
ENV VERBOSE=true
# ok: RULE -- a label
LABEL DEBUG=true
`

/** By language. */
const SCAFFOLDS: Readonly<Record<string, DocumentScaffold>> = {
  yaml: { path: 'servers[*].debug', equals: 'true', file: 'sample.yaml', text: DOCUMENT_YAML },
  toml: { path: 'servers[*].debug', equals: 'true', file: 'sample.toml', text: DOCUMENT_TOML },
  hcl: { path: 'resource.acme_server.$NAME.debug', equals: 'true', file: 'sample.tf', text: DOCUMENT_HCL },
  dockerfile: { path: 'stages[*].env.DEBUG', equals: '"true"', file: 'Dockerfile', text: DOCUMENT_DOCKERFILE },
}

/** The languages of rules about configuration files. */
export const DOCUMENT_LANGUAGES: readonly string[] = Object.keys(SCAFFOLDS)

/** Sample code by language. */
export const DOCUMENT_SAMPLES: Readonly<Record<string, Pick<DocumentScaffold, 'file' | 'text'>>> = SCAFFOLDS

/** The matcher of a rule about configuration files. Languages with the same path share a clause. */
export function matchDocuments(languages: readonly string[]): string {
  const all = languages.flatMap((language) => {
    const scaffold = SCAFFOLDS[language]
    return scaffold === undefined ? [] : [{ language, ...scaffold }]
  })
  const clauses = [...new Set(all.map(({ path }) => path))].map((path) => all.filter((each) => each.path === path))
  const [only] = clauses
  if (clauses.length === 1 && only?.[0] !== undefined) return `match:\n  document:\n    path: ${only[0].path}\n    equals: ${only[0].equals}\n`
  const lines = clauses.map((same) => {
    const names = same.map(({ language }) => language).join(', ')
    return `    - languages: [${names}]\n      document: { path: "${same[0]?.path ?? ''}", equals: ${same[0]?.equals ?? ''} }\n`
  })
  return `match:\n  any:\n${lines.join('')}`
}
