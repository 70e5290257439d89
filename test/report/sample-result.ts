import type { Finding } from '../../src/model/finding.ts'
import type { ScanResult } from '../../src/model/result.ts'
import { buildLineIndex } from '../../src/text/build-line-index.ts'

/** Assembled, so that secret scanners do not report it. */
export const AWS_KEY = ['AKIA', 'Q3EGXWLMN5', 'ZRTB7Y'].join('')
export const STRIPE_KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

export const SOURCES: ReadonlyMap<string, string> = new Map([
  [
    'src/server.js',
    [
      "import { exec } from 'node:child_process'",
      "app.get('/ping', (req, res) => {",
      '\texec(`ping -c 1 ${req.query.host}`, (error, output) => res.send(output))',
      "  exec('ls ' + req.query.dir)",
      '  const 名前 = "日本語"; eval(req.body.code) // 👍🏽 tested',
      `  const aws = '${AWS_KEY}'; const stripe = '${STRIPE_KEY}'`,
      '  db.query(',
      "    'SELECT * FROM users WHERE name = ' +",
      '      req.query.name,',
      '    callback,',
      '  )',
      "  const token = jwt.sign({ id: 1 }, 'correct horse battery')",
      '})',
      '',
    ].join('\r\n'),
  ],
  ['src/bundle.js', `${'a(b);'.repeat(100)}eval(location.hash)${';c(d)'.repeat(100)}\n`],
  ['evil\u001b[2J\u202ename.js', 'const a = 1 \u001b]0;owned\u0007\u202e// eval(x)\neval(x)\n'],
])

type Place = Pick<Finding, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>

/** The range of some code in a source, up to the end of its last part if specified. */
function placeOf(file: string, code: string, last = code): Place {
  const text = SOURCES.get(file) ?? ''
  const start = text.indexOf(code)
  const from = buildLineIndex(text).positionAt(start)
  const to = buildLineIndex(text).positionAt(text.indexOf(last, start) + last.length)
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}

const injection = {
  confidence: 'high',
  category: 'injection',
  cwe: ['CWE-78'],
  owasp: ['A03:2021'],
  references: ['https://cwe.mitre.org/data/definitions/78.html'],
} as const
const shell = {
  ...injection,
  rule: 'command-injection',
  severity: 'critical',
  title: 'Shell command built from user input',
  description: 'Input of the request reaches a shell, so whoever controls it runs commands on the server.',
  fix: 'Call execFile or spawn with an argument array and without a shell.',
} as const
const evaluation = {
  ...injection,
  rule: 'code-injection',
  severity: 'critical',
  title: 'User input is run as code',
  description: 'Whoever controls the text that `eval` runs controls the program.',
  cwe: ['CWE-95'],
} as const
const secret = { ...injection, category: 'secrets', cwe: ['CWE-798'], fix: 'Revoke the key, and read its successor from the environment.' } as const

const findings: readonly Finding[] = [
  { ...shell, id: '01', ...placeOf('src/server.js', 'exec(`ping', 'send(output))') },
  { ...shell, id: '02', ...placeOf('src/server.js', "exec('ls ' + req.query.dir)") },
  { ...evaluation, id: '03', ...placeOf('src/server.js', 'eval(req.body.code)') },
  {
    ...secret,
    id: '04',
    rule: 'secret-aws-access-key',
    severity: 'critical',
    title: 'AWS access key',
    description: `The key ${AWS_KEY} opens an AWS account.`,
    ...placeOf('src/server.js', AWS_KEY),
  },
  {
    ...secret,
    id: '05',
    rule: 'secret-stripe-key',
    severity: 'high',
    title: 'Stripe key',
    description: 'A live Stripe key is written in the code.',
    ...placeOf('src/server.js', STRIPE_KEY),
  },
  { ...evaluation, id: '06', severity: 'high', ...placeOf('src/bundle.js', 'eval(location.hash)') },
  {
    ...injection,
    id: '07',
    rule: 'sql-injection',
    severity: 'high',
    confidence: 'low',
    title: 'SQL built from user input',
    description: 'The query contains input of the request, so whoever controls it reads and changes the database.',
    cwe: ['CWE-89'],
    ...placeOf('src/server.js', 'db.query(', 'callback,\r\n  )'),
    trace: [
      { kind: 'source', ...placeOf('src/server.js', 'req.query.name'), what: 'input of the request' },
      { kind: 'sink', ...placeOf('src/server.js', 'db.query(', 'callback,\r\n  )'), what: 'passed to `db.query`' },
    ],
    alternatives: 1,
  },
  {
    ...injection,
    id: '08',
    rule: 'jwt-hardcoded-secret',
    severity: 'medium',
    category: 'authentication',
    title: 'Token signed with a constant',
    description: 'Whoever reads the code can sign tokens.',
    cwe: ['CWE-798'],
    ...placeOf('src/server.js', 'jwt.sign({', "battery')"),
  },
  {
    ...evaluation,
    id: '09',
    severity: 'low',
    title: 'Title with \u001b[31mcolour',
    ...placeOf('evil\u001b[2J\u202ename.js', 'eval(x)\n', 'eval(x)'),
  },
]

export const SAMPLE: ScanResult = {
  grade: 'F',
  score: 42,
  filesScanned: 12,
  filesRead: { code: 6, configuration: 1, text: 1 },
  criticalCount: 4,
  highCount: 3,
  mediumCount: 1,
  lowCount: 1,
  findings,
  skipped: [
    { file: 'data/big.js', reason: 'too-large', detail: '2,100,000 bytes, over the limit of 1,000,000' },
    { file: 'logo.png', reason: 'binary', detail: 'NUL byte at offset 8' },
    { file: 'node_modules/a/index.js', reason: 'vendored', detail: '`node_modules/` holds installed packages' },
    { file: 'node_modules/b/index.js', reason: 'vendored', detail: '`node_modules/` holds installed packages' },
  ],
  partial: [{ file: 'src/broken.js', reason: 'syntax-error', detail: 'the code from here on does not parse', line: 3, column: 1 }],
  unread: [
    { language: 'PHP', files: 3, bytes: 4_200 },
    { language: 'C#', files: 1, bytes: 99 },
  ],
  scannedAsIs: [{ reason: 'generated', files: 2 }],
  suppressed: [{ id: '10', rule: 'weak-hash', file: 'src/a.js', line: 7, reason: 'not for passwords' }],
  unusedSuppressions: [{ file: 'src/a.js', line: 4, rules: ['weak-hash'] }],
  version: { engine: '0.1.0', formula: '2', packs: [{ name: 'public', version: '1.0.0', rules: 30 }] },
}

export const CLEAN: ScanResult = {
  ...SAMPLE,
  grade: 'A+',
  score: 100,
  filesScanned: 1,
  filesRead: { code: 1, configuration: 0, text: 0 },
  criticalCount: 0,
  highCount: 0,
  mediumCount: 0,
  lowCount: 0,
  findings: [],
  skipped: [],
  partial: [],
  unread: [],
  scannedAsIs: [],
  suppressed: [],
  unusedSuppressions: [],
}
