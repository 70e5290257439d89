import type { ConformanceCase } from './conformance.ts'

type Row = readonly [name: string, rule: string, code: string, file?: string | undefined, lost?: string]

const ROWS: readonly Row[] = [
  ['regex', "regex = '''tok_[a-z]{6}'''", 'tok_abcdef HIT\ntok_1'],
  ['regex: ignore case', "regex = '''(?i)TOK_[a-z]{6}'''", 'Tok_abcdef HIT\nabc'],
  ['regex: a group of flags', "regex = '''(?i:tok)_[a-z]{6}'''", 'TOK_abcdef HIT\nTOK_ABCDEF'],
  ['regex: a named group', "regex = '''key=(?P<secret>[a-z0-9]{8})'''\nentropy = 2.5", 'key=abcdefgh HIT\nkey=aaaaaaaa'],
  ['regex: several lines', "regex = '''(?s)BEGIN.{0,9}END'''", 'BEGIN HIT\na\nEND'],
  ['regex: look-ahead', "regex = '''tok(?=en)'''", 'token', undefined, 'RE2'],
  ['secretGroup', "regex = '''(key|token)=([a-z0-9]{8})'''\nsecretGroup = 2\nentropy = 2.5", 'key=abcdefgh HIT\ntoken=aaaaaaaa'],
  ['secretGroup: missing', "regex = '''key=[a-z]+'''\nsecretGroup = 1", 'key=abc', undefined, 'no group 1'],
  ['entropy: the whole match', "regex = '''[a-z]{8}'''\nentropy = 2.5", 'abcdefgh HIT\naaaaaaaa'],
  ['entropy: the first group', "regex = '''key=([a-z]{8})'''\nentropy = 2.9", 'key=abcdefgh HIT\nkey=aaaabbbb'],
  ['entropy: equal is not enough', "regex = '''key=([a-z]{8})'''\nentropy = 3", 'key=abcdefgh'],
  [
    'entropy: the first group that is not empty',
    "regex = '''(?:a=([a-z]{8})|b=([a-z]{8}))'''\nentropy = 2.5",
    'a=abcdefgh HIT\nb=abcdefgh HIT\nb=aaaaaaaa',
  ],
  ['keywords', "regex = '''[a-f0-9]{12}'''\nkeywords = [\"acme\"]", '0123456789ab HIT\nof ACME'],
  ['keywords: none in the file', "regex = '''[a-f0-9]{12}'''\nkeywords = [\"acme\"]", '0123456789ab'],
  ['keywords: one of several', "regex = '''[a-f0-9]{12}'''\nkeywords = [\"acme\", \"corp\"]", '0123456789ab HIT\ncorp'],
  ['path', "path = '''\\.pem$'''", 'HIT', 'keys/a.pem'],
  ['path: another file', "path = '''\\.pem$'''", 'text', 'keys/a.txt'],
  ['path and regex', "path = '''\\.env$'''\nregex = '''KEY=\\w+'''", 'KEY=abc HIT\nother', 'app/.env'],
  ['path and regex: another file', "path = '''\\.env$'''\nregex = '''KEY=\\w+'''", 'KEY=abc', 'app/a.txt'],
  ['allowlist: regexes of the secret', "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\nregexes = ['''^example''']", 'key=real HIT\nkey=example1'],
  ['allowlist: the former spelling', "regex = '''key=(\\w+)'''\n[rules.allowlist]\nregexes = ['''^example''']", 'key=real HIT\nkey=example1'],
  [
    'allowlist: regexes of the match',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\nregexTarget = \"match\"\nregexes = ['''^key=ex''']",
    'key=real HIT\nkey=example1',
  ],
  [
    'allowlist: regexes of the line',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\nregexTarget = \"line\"\nregexes = ['''# test''']",
    'key=real HIT\nkey=real2 # test',
  ],
  ['allowlist: stopwords', "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\nstopwords = [\"dummy\"]", 'key=real HIT\nkey=my_DUMMY_1'],
  ['allowlist: paths', "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\npaths = ['''\\.lock$''']", 'key=real', 'yarn.lock'],
  ['allowlist: paths of other files', "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\npaths = ['''\\.lock$''']", 'key=real HIT', 'a.txt'],
  [
    'allowlist: AND',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\ncondition = \"AND\"\npaths = ['''a\\.txt$''']\nregexes = ['''^ex''']",
    'key=real HIT\nkey=ex1',
    'a.txt',
  ],
  [
    'allowlist: AND in another file',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\ncondition = \"AND\"\npaths = ['''a\\.txt$''']\nregexes = ['''^ex''']",
    'key=real HIT\nkey=ex1 HIT',
    'b.txt',
  ],
  [
    'allowlist: OR',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\ncondition = \"OR\"\nstopwords = [\"dummy\"]\nregexes = ['''^ex''']",
    'key=real HIT\nkey=ex1\nkey=dummy',
  ],
  ['allowlist: commits', "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\ncommits = [\"abc\"]", 'key=real HIT'],
  [
    'allowlist: commits AND',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\ncondition = \"AND\"\ncommits = [\"abc\"]\nregexes = ['''real''']",
    'key=real HIT',
  ],
  [
    'allowlist: several',
    "regex = '''key=(\\w+)'''\n[[rules.allowlists]]\nregexes = ['''^a''']\n[[rules.allowlists]]\nregexes = ['''^b''']",
    'key=c1 HIT\nkey=a1\nkey=b1',
  ],
  ['tags', "regex = '''key=(\\w+)'''\ntags = [\"a\"]", 'key=real HIT'],
  ['neither regex nor path', 'description = "a"', 'key=real', undefined, 'neither'],
]

/** Forms of tokens that many rules have: a prefix and an alphabet with its regex. Each is tried with and without further keys. */
const PREFIXES = ['acme_', 'zz-live-', 'pk.', 'SG:', 'xoxz-', 'ghz_', 'AKZA', 'dop_v9_', 'npz_', 'glzat-', 'sk_zest_', 'shpzt_', 'hvz.', 'EAAZ']
const ALPHABETS = [
  ['[a-z0-9]{20}', 'q7w3e9r1t5y8u2i4o6p0'],
  ['[A-Za-z0-9_-]{24}', 'Zx9Qw7Rt5Yp3Lk1MvB8n_-aD'],
  ['[0-9a-f]{32}', '8f14e45fceea167a5a36dedd4bea2543'],
  ['(?i)[A-Z2-7]{16}', 'jbswy3dpehpk3pxp'],
] as const

const FORMS: readonly Row[] = PREFIXES.flatMap((prefix, at) =>
  ALPHABETS.map(([alphabet, token]): Row => {
    const literal = prefix.replaceAll('.', '\\.')
    const keys = ['', '\nentropy = 2.5', '\nsecretGroup = 1', `\nkeywords = ["${prefix.toLowerCase()}"]`][at % 4] ?? ''
    const regex = alphabet.startsWith('(?i)') ? `(?i)${literal}(${alphabet.slice(4)})` : `${literal}(${alphabet})`
    return [
      `a token ${prefix}${alphabet}${keys.trim()}`,
      `regex = '''${regex}'''${keys}`,
      `key: "${prefix}${token}" HIT\nkey: "${prefix}short"\nkey: "${token}"`,
    ]
  }),
)

/** The generic form of many rules: a name near an assignment, and a value. */
const NAMES = [
  'acme',
  'adobe',
  'alibaba',
  'asana',
  'atlas',
  'bamboo',
  'bitbake',
  'circle',
  'cobalt',
  'datadog',
  'delta',
  'ember',
  'fast',
  'gamma',
  'heron',
  'iris',
  'jade',
  'kappa',
  'lima',
  'nova',
  'opal',
  'pluto',
  'quark',
  'rhea',
  'sigma',
  'titan',
  'umbra',
  'vega',
  'wolf',
  'mira',
]
const ASSIGNED: readonly Row[] = NAMES.flatMap((name): Row[] => {
  const regex = `(?i)[\\w.-]{0,50}?(?:${name})(?:[ \\t\\w.-]{0,20})[\\s'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'"\\s=]{0,5}([a-z0-9]{32})(?:[\\x60'"\\s;]|\\\\[nr]|$)`
  const value = '8f14e45fceea167a5a36dedd4bea2543'
  return [
    [`an assignment to ${name}`, `regex = '''${regex}'''\nkeywords = ["${name}"]`, `${name}_key = "${value}" HIT\nother_key = "${value}"`],
    [
      `an assignment to ${name} with an allowlist`,
      `regex = '''${regex}'''\nentropy = 3\nkeywords = ["${name}"]\n[[rules.allowlists]]\nstopwords = ["aaaa"]`,
      `${name}_key = "${value}" HIT\n${name}_key = "${'a'.repeat(32)}"`,
    ],
    [
      `an assignment to ${name} with an allowed line`,
      `regex = '''${regex}'''\n[[rules.allowlists]]\nregexTarget = "line"\nregexes = ['''nosecret''']`,
      `${name.toUpperCase()}: '${value}' HIT\n${name.toUpperCase()}: '${value}' nosecret`,
    ],
  ]
})

/** Rules on files by their path. */
const FILES: readonly Row[] = ['p12', 'pfx', 'jks', 'kdbx', 'ovpn', 'ppk', 'keystore', 'asc', 'cscfg', 'rdp'].flatMap((extension): Row[] => [
  [`files with .${extension}`, `path = '''(?i)\\.${extension}$'''`, 'HIT', `keys/a.${extension.toUpperCase()}`],
  [`no files with .${extension}`, `path = '''(?i)\\.${extension}$'''`, 'text', `keys/a.${extension}.txt`],
  [
    `secrets in files with .${extension}`,
    `path = '''\\.${extension}$'''\nregex = '''key=(\\w{8})'''\n[[rules.allowlists]]\npaths = ['''(^|/)old/''']`,
    'key=abcdefgh HIT\nkey=a',
    `keys/a.${extension}`,
  ],
])

export const GITLEAKS_CASES: readonly ConformanceCase[] = [...ROWS, ...FORMS, ...ASSIGNED, ...FILES].map(
  ([name, rule, code, file = 'src/a.txt', lost]) => ({
    name,
    rule,
    code,
    file,
    ...(lost === undefined ? {} : { lost }),
  }),
)
