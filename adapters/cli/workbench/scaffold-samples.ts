import { DOCUMENT_SAMPLES } from './scaffold-documents.ts'

/** A sample file. `RULE` stands for the id of the rule. */
export interface ScaffoldSample {
  readonly file: string
  readonly text: string
}

type Samples = Readonly<Record<string, ScaffoldSample>>

const PATTERN_SCRIPT = `// ruleid: RULE
dangerous(input)

function run(value) {
  // ruleid: RULE
  return dangerous(value)
}

// ruleid: RULE
dangerous('prefix ' + input)

const NAME = 'constant'

// ok: RULE -- a literal
dangerous('constant')
// ok: RULE -- consists of literals
dangerous(NAME + '.js')
// ok: RULE -- another function
harmless(input)
`

const PATTERN_PYTHON = `def run(value):
    # ruleid: RULE
    dangerous(value)
    # ruleid: RULE
    return dangerous("prefix " + value)


NAME = "constant"

# ruleid: RULE
dangerous(input())

# ok: RULE -- a literal
dangerous("constant")
# ok: RULE -- consists of literals
dangerous(NAME + ".py")
# ok: RULE -- another function
harmless(input())
`

const QUERY_SCRIPT = `// ruleid: RULE
dangerous()
// ruleid: RULE
dangerous(input)
// ruleid: RULE
const result = dangerous('constant')

// ok: RULE -- another function
harmless(input)
// ok: RULE -- not a call
const alias = dangerous
// ok: RULE -- a method of an object
client.dangerous(input)
`

const QUERY_PYTHON = `# ruleid: RULE
dangerous()
# ruleid: RULE
dangerous(value)
# ruleid: RULE
result = dangerous("constant")

# ok: RULE -- another function
harmless(value)
# ok: RULE -- not a call
alias = dangerous
# ok: RULE -- a method of an object
client.dangerous(value)
`

const TAINT_SCRIPT = `import express from 'express'

const app = express()

app.get('/reported', (req, res) => {
  // ruleid: RULE
  dangerous(req.query.name)
  const id = req.params.id
  // ruleid: RULE
  dangerous('id ' + id)
  // ruleid: RULE
  dangerous(req.headers.host)
  res.end()
})

app.get('/safe', (req, res) => {
  // ok: RULE -- the sanitizer makes it safe
  dangerous(sanitize(req.query.name))
  // ok: RULE -- only the first argument counts
  dangerous('constant', req.query.name)
  // ok: RULE -- another function
  harmless(req.query.name)
  res.end()
})
`

const TAINT_PYTHON = `from flask import Flask, request

app = Flask(__name__)


@app.route("/reported/<identifier>")
def reported(identifier):
    # ruleid: RULE
    dangerous(request.args["name"])
    # ruleid: RULE
    dangerous("id " + identifier)
    # ruleid: RULE
    dangerous(request.headers["Host"])
    return ""


@app.route("/safe")
def safe():
    # ok: RULE -- the sanitizer makes it safe
    dangerous(sanitize(request.args["name"]))
    # ok: RULE -- only the first argument counts
    dangerous("constant", request.args["name"])
    # ok: RULE -- another function
    harmless(request.args["name"])
    return ""
`

const REGEX_TEXT = `# ruleid: RULE
forbidden_option = on
# ruleid: RULE
forbidden_option = true
# ruleid: RULE
forbidden_option=1

# ok: RULE -- turned off
forbidden_option = off
# ok: RULE -- another option
not_a_forbidden_option = on
# ok: RULE -- a comment
; forbidden_option = on
`

/** Templates such as \`{{alnum:32}}\` become the same random text in each run, so that secret scanners do not report this file. */
const SECRET_TEXT = `# ruleid: RULE
token = "acme_{{alnum:32}}"
# ruleid: RULE
export ACME_TOKEN=acme_{{alnum:32}}
# ruleid: RULE
url = https://acme_{{alnum:32}}@acme.test/

# ok: RULE -- a placeholder
token = "acme_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
# ok: RULE -- too short
token = "acme_{{alnum:12}}"
# ok: RULE -- another prefix
token = "other_{{alnum:32}}"
`

/** Sample code by kind of rule and language. */
export const SAMPLES: Readonly<Record<string, Samples>> = {
  pattern: byLanguage(PATTERN_SCRIPT, PATTERN_PYTHON),
  query: byLanguage(QUERY_SCRIPT, QUERY_PYTHON),
  taint: byLanguage(TAINT_SCRIPT, TAINT_PYTHON),
  regex: { text: { file: 'sample.conf', text: REGEX_TEXT } },
  secret: { text: { file: 'sample.conf', text: SECRET_TEXT } },
  document: DOCUMENT_SAMPLES,
}

function byLanguage(script: string, python: string): Samples {
  return {
    javascript: { file: 'sample.js', text: script },
    typescript: { file: 'sample.ts', text: script.replace('(value) {', '(value: string) {') },
    python: { file: 'sample.py', text: python },
  }
}
