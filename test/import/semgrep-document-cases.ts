import type { ConformanceCase } from './conformance.ts'

/** Cases of one language: rule and code. */
type Rows = readonly (readonly [name: string, rule: string, code: string, lost?: string])[]

const YAML: Rows = [
  ['a pair', 'pattern: "privileged: true"', 'a:\n  privileged: true # HIT\nb:\n  privileged: false\nprivileged: true # HIT'],
  ['pairs in any order', 'pattern: "b: 2\\n...\\na: 1"', 'm:\n  b: 2 # HIT\n  a: 1\nn:\n  b: 2\n  c: 1'],
  ['pairs among others', 'pattern: "a: 1\\n...\\nb: 2"', 'm:\n  a: 1 # HIT\n  c: 3\n  b: 2\nn:\n  a: 1'],
  ['any value of a key', 'pattern: "a: ..."', 'a: # HIT\n  b: 1\nc: 1'],
  ['a metavariable for a value', 'pattern: "image: $I"\nmessage: uses $I', 'image: node # HIT\nname: node'],
  ['a metavariable for a key', 'pattern: "$K: nginx"', 'image: nginx # HIT\nname: node'],
  ['a metavariable twice', 'pattern: "a: $X\\n...\\nb: $X"', 'm:\n  a: 1 # HIT\n  b: 1\nn:\n  a: 1\n  b: 2'],
  [
    'nested maps',
    'pattern: |\n  services:\n    ...\n    $S:\n      ...\n      privileged: $V',
    'services: # HIT\n  a:\n    image: b\n    privileged: true\nother:\n  a:\n    privileged: true',
  ],
  ['any string', 'pattern: "q: \\"...\\""', 'a:\n  q: "1" # HIT\nb:\n  q: 1'],
  ['a string and no number', 'pattern: "q: \\"1\\""', 'a:\n  q: "1" # HIT\nb:\n  q: 1'],
  ['a scalar anywhere', 'pattern: nobody', 'a: nobody # HIT\nb:\n  - nobody # HIT\n  - root'],
  ['an item', 'pattern: "- nobody"', 'b:\n  - nobody # HIT\n  - root'],
  ['a list with an item', 'pattern: "k: [..., x, ...]"', 'a:\n  k: [y, x] # HIT\nb:\n  k: [y]'],
  ['a list of items and no others', 'pattern: "k: [x]"', 'a:\n  k: [x] # HIT\nb:\n  k: [x, y]'],
  ['an item that is a map', 'pattern: |\n  - name: $N\n    ...\n    run: $R', 's:\n  - name: a # HIT\n    if: b\n    run: c\n  - name: a'],
  ['an empty map', 'pattern: "e: {}"', 'a:\n  e: {} # HIT\nb:\n  e: { f: 1 }'],
  ['truth in words', 'pattern: "y: true"', 'a:\n  y: yes # HIT\nb:\n  y: no'],
  ['pattern-either', 'pattern-either:\n  - pattern: "a: 1"\n  - pattern: "b: 1"', 'a: 1 # HIT\nb: 1 # HIT\nc: 1'],
  [
    'pattern-inside',
    'patterns:\n  - pattern: "privileged: true"\n  - pattern-inside: |\n      services:\n        ...',
    'services:\n  a:\n    privileged: true # HIT\nother:\n  privileged: true',
  ],
  [
    'pattern-inside: two, in any order',
    'patterns:\n  - pattern-inside: "b: ..."\n  - pattern-inside: "a: ..."\n  - pattern: "x: 1"',
    'a:\n  b:\n    x: 1 # HIT\n  x: 1\nb:\n  x: 1',
  ],
  [
    'pattern-inside: an item',
    'patterns:\n  - pattern-inside: "steps: [...]"\n  - pattern: "uses: $U"',
    'steps:\n  - name: a\n    uses: b # HIT\nuses: c',
  ],
  [
    'pattern-not-inside',
    'patterns:\n  - pattern: "privileged: true"\n  - pattern-not-inside: "services: ..."',
    'services:\n  a:\n    privileged: true\nother:\n  privileged: true # HIT',
  ],
  ['pattern-not', 'patterns:\n  - pattern: "image: $I"\n  - pattern-not: "image: safe"', 'a:\n  image: b # HIT\nc:\n  image: safe'],
  [
    'a key that is missing',
    'patterns:\n  - pattern-inside: "services: ..."\n  - pattern: |\n      $S:\n        ...\n        image: $I\n        ...\n  - pattern-not: |\n      $S:\n        ...\n        user: $U\n        ...',
    'services:\n  web: # HIT\n    image: a\n  db:\n    image: b\n    user: c',
  ],
  [
    'focus-metavariable',
    'patterns:\n  - pattern: |\n      $S:\n        ...\n        image: $I\n  - focus-metavariable: $I',
    'web:\n  name: a\n  image: b # HIT',
  ],
  [
    'metavariable-regex',
    'patterns:\n  - pattern: "image: $I"\n  - metavariable-regex:\n      metavariable: $I\n      regex: .*:latest$',
    'a:\n  image: b:latest # HIT\nc:\n  image: b:1',
  ],
  [
    'metavariable-regex of a key',
    'patterns:\n  - pattern: "$K: true"\n  - metavariable-regex:\n      metavariable: $K\n      regex: public.*',
    'publicly: true # HIT\nprivate: true',
  ],
  [
    'metavariable-regex: negative',
    'patterns:\n  - pattern: "uses: $U"\n  - metavariable-regex:\n      metavariable: $U\n      regex: (?!actions/)',
    'uses: a/b',
    'look-around',
  ],
  [
    'metavariable-pattern',
    'patterns:\n  - pattern: "run: $R"\n  - metavariable-pattern:\n      metavariable: $R\n      language: generic\n      pattern-regex: curl .*\\|',
    'a:\n  run: curl x | sh # HIT\nb:\n  run: echo',
  ],
  [
    'metavariable-comparison',
    'patterns:\n  - pattern: "days: $D"\n  - metavariable-comparison:\n      metavariable: $D\n      comparison: $D < 90',
    'a:\n  days: 30 # HIT\nb:\n  days: 120',
  ],
  ['pattern-regex', 'pattern-regex: "image: .*latest"', 'a:\n  image: b:latest # HIT\n  name: b'],
  [
    'pattern-regex inside a key',
    'patterns:\n  - pattern-regex: "image: .*latest"\n  - pattern-inside: "services: ..."',
    'services:\n  a:\n    image: b:latest # HIT\nimage: c:latest',
  ],
  ['new syntax', 'match:\n  all:\n    - "privileged: true"\n    - inside: "services: ..."', 'services:\n  privileged: true # HIT\nprivileged: true'],
  ['an ellipsis alone', 'pattern: "..."', 'a: 1', 'match everything'],
  [
    'a list of patterns around',
    'patterns:\n  - pattern: "a: 1"\n  - pattern-not-inside:\n      patterns:\n        - pattern: "b: ..."\n        - pattern: "c: ..."',
    'a: 1',
    'no equivalent',
  ],
]

const JSON_ROWS: Rows = [
  ['a pair', 'pattern: \'"a": 1\'', '{\n  "a": 1, "b": "HIT" }'],
  ['an object with others', 'pattern: \'{ ..., "a": 1, ... }\'', '{ "x": [\n  { "b": "HIT", "a": 1 },\n  { "b": 1 } ] }'],
  ['nested objects', 'pattern: \'{ ..., "scripts": { ..., "postinstall": $X, ... }, ... }\'', '{ "HIT": 1,\n  "scripts": { "postinstall": "a" } }'],
  [
    'pattern-inside',
    'patterns:\n  - pattern: \'"postinstall": $X\'\n  - pattern-inside: \'"scripts": {...}\'',
    '{ "scripts": {\n  "postinstall": "HIT" },\n  "postinstall": "a" }',
  ],
  [
    'metavariable-regex of the content of a string',
    'patterns:\n  - pattern: \'"run": "$X"\'\n  - metavariable-regex:\n      metavariable: $X\n      regex: node',
    '{ "a": {\n "run": "node HIT" }, "b": {\n "run": "sh" } }',
  ],
  ['a metavariable for a key', 'pattern: \'"$K": "*"\'', '{ "HIT": "*",\n "a": "1" }'],
  ['a list with an item', 'pattern: \'[..., "x", ...]\'', '{ "a": ["HIT", "x"],\n "b": ["y"] }'],
  [
    'pattern-not-inside',
    'patterns:\n  - pattern: \'"a": $X\'\n  - pattern-not-inside: \'{..., "b": 2, ...}\'',
    '{ "m": {\n "a": "HIT" }, "n": {\n "a": 1, "b": 2 } }',
  ],
]

const DOCKERFILE: Rows = [
  ['an instruction', 'pattern: USER root', 'FROM a\nUSER root\nUSER app'],
  ['any argument', 'pattern: FROM ...', 'FROM a:1 AS b\nRUN c'],
  ['a metavariable in a word', 'pattern: FROM $IMAGE:latest', 'FROM a:latest AS b\nFROM c:1'],
  ['a metavariable for a word', 'pattern: ADD $FROM $TO', 'FROM a\nADD b c\nCOPY b c'],
  ['a command of a shell', 'pattern: RUN sudo ...', 'FROM a\nRUN b && sudo c\nRUN sudo d\nRUN echo sudo'],
  ['a word among others', 'pattern: RUN ... sudo ...', 'FROM a\nRUN b && sudo c\nRUN d'],
  ['an instruction over several lines', 'pattern: RUN apt-get install ...', 'FROM a\nRUN apt-get \\\n  install b\nRUN apt-get update'],
  ['a flag', 'pattern: COPY --from=$STAGE $FROM $TO', 'FROM a\nCOPY --from=b c d\nCOPY c d'],
  ['a value of a variable', 'pattern: ENV PASSWORD=$VALUE', 'FROM a\nENV PASSWORD=b\nENV USER=c'],
  ['a list of words', 'pattern: CMD [..., "-x", ...]', 'FROM a\nCMD ["b", "-x", "c"]\nCMD ["b"]'],
  ['several instructions', 'pattern: |\n  USER root\n  ...\n  CMD ...', 'FROM a\nUSER root\nRUN b\nCMD c'],
  [
    'pattern-inside after an instruction',
    'patterns:\n  - pattern: RUN ...\n  - pattern-inside: |\n      USER $U\n      ...',
    'FROM a\nRUN b\nUSER c\nRUN d',
  ],
  [
    'pattern-not-inside after an instruction',
    'patterns:\n  - pattern: CMD ...\n  - pattern-not-inside: |\n      USER $U\n      ...',
    'FROM a\nCMD b',
  ],
  ['pattern-not', 'patterns:\n  - pattern: RUN ...\n  - pattern-not: RUN ... --no-cache ...', 'FROM a\nRUN apk add b\nRUN apk add --no-cache b'],
  [
    'metavariable-regex',
    'patterns:\n  - pattern: USER $U\n  - metavariable-regex:\n      metavariable: $U\n      regex: ^(root|0)$',
    'FROM a\nUSER 0\nUSER app',
  ],
  ['pattern-regex', 'pattern-regex: curl.*\\| ?sh', 'FROM a\nRUN curl b | sh\nRUN c'],
  ['a metavariable twice', 'pattern: ADD $A $A', 'FROM a', 'occurs twice'],
]

/** Lines of Dockerfiles cannot have comments. */
const DOCKERFILE_HITS: readonly (readonly number[])[] = [[2], [1], [1], [2], [2, 3], [2], [2], [2], [2], [2], [2], [4], [2], [2], [2], [2], []]

const HCL: Rows = [
  [
    'a block with an attribute',
    'pattern: resource "aws_s3_bucket" $N { ... acl = "public-read" ... }',
    'resource "aws_s3_bucket" "a" { # HIT\n  acl = "public-read"\n}\nresource "aws_s3_bucket" "b" {\n  acl = "private"\n}',
  ],
  ['a block with any label', 'pattern: resource "a" "..." { ... }', 'resource "a" "b" { # HIT\n}\nresource "c" "d" {\n}'],
  ['metavariables for labels', 'pattern: resource $T $N { ... }', 'resource "a" "b" { # HIT\n}\nvariable "c" {\n}'],
  ['an attribute', 'pattern: acl = "public"', 'bucket "a" {\n  acl = "public" # HIT\n}\nbucket "b" {\n  acl = "no"\n}'],
  ['a value of truth', 'pattern: enabled = false', 'a "b" {\n  enabled = false # HIT\n}\na "c" {\n  enabled = true\n}'],
  [
    'nested blocks and lists',
    'pattern: |\n  resource $T $N {\n    ...\n    ingress {\n      ...\n      cidr_blocks = [..., "0.0.0.0/0", ...]\n      ...\n    }\n    ...\n  }',
    'resource "a" "b" { # HIT\n  ingress {\n    cidr_blocks = ["10.0.0.0/8", "0.0.0.0/0"]\n  }\n}\nresource "a" "c" {\n  ingress {\n    cidr_blocks = ["10.0.0.0/8"]\n  }\n}',
  ],
  [
    'a block without labels',
    'pattern: ingress { ... from_port = 22 ... }',
    'a "b" {\n  ingress { # HIT\n    from_port = 22\n  }\n  egress {\n    from_port = 22\n  }\n}',
  ],
  [
    'pattern-inside',
    'patterns:\n  - pattern: acl = $A\n  - pattern-inside: resource "aws_s3_bucket" $N { ... }',
    'resource "aws_s3_bucket" "a" {\n  acl = "b" # HIT\n}\nresource "c" "d" {\n  acl = "b"\n}',
  ],
  [
    'pattern-not-inside',
    'patterns:\n  - pattern: acl = $A\n  - pattern-not-inside: resource "aws_s3_bucket" $N { ... }',
    'resource "aws_s3_bucket" "a" {\n  acl = "b"\n}\nresource "c" "d" {\n  acl = "b" # HIT\n}',
  ],
  [
    'a block that is missing',
    'patterns:\n  - pattern: resource "aws_s3_bucket" $N { ... }\n  - pattern-not: resource "aws_s3_bucket" $N { ... versioning { ... } ... }',
    'resource "aws_s3_bucket" "a" { # HIT\n}\nresource "aws_s3_bucket" "b" {\n  versioning {\n    enabled = true\n  }\n}',
  ],
  [
    'metavariable-regex of a reference',
    'patterns:\n  - pattern: password = $P\n  - metavariable-regex:\n      metavariable: $P\n      regex: var\\..*',
    'a "b" {\n  password = var.c # HIT\n}\na "c" {\n  password = "d"\n}',
  ],
  [
    'metavariable-comparison',
    'patterns:\n  - pattern: days = $D\n  - metavariable-comparison:\n      metavariable: $D\n      comparison: $D < 90',
    'a "b" {\n  days = 30 # HIT\n}\na "c" {\n  days = 120\n}',
  ],
  ['a call', 'pattern: jsonencode(...)', 'a = jsonencode({})', 'expression of HCL'],
]

const GENERIC: Rows = [
  ['words', 'pattern: allow from all', 'allow  from all # HIT\ndeny from all'],
  ['a metavariable', 'pattern: password = $P', 'password = abc # HIT\nuser = abc'],
  ['an ellipsis', 'pattern: server { ... root ... }', 'server { # HIT\n  listen 80\n  root /a\n}'],
  ['an ellipsis with a name', 'pattern: "proxy_pass $...URL;"', 'proxy_pass http://a/b; # HIT\npass http://a;'],
  ['pattern-not', 'patterns:\n  - pattern: protocol $P\n  - pattern-not: protocol tls', 'protocol ssl # HIT\nprotocol tls'],
  [
    'metavariable-regex',
    'patterns:\n  - pattern: port $P\n  - metavariable-regex:\n      metavariable: $P\n      regex: ^2\\d$',
    'port 22 # HIT\nport 443',
  ],
  [
    'pattern-inside',
    'patterns:\n  - pattern: autoindex on\n  - pattern-inside: "location { ... }"',
    'location {\n  autoindex on # HIT\n}\nautoindex on',
  ],
  ['pattern-either', 'pattern-either:\n  - pattern: alpha one\n  - pattern: beta two', 'alpha one # HIT\nbeta two # HIT\nbeta one'],
  ['a metavariable twice', 'pattern: copy $A $A', 'copy a a', 'occurs twice'],
]

const REGEX: Rows = [
  ['pattern-regex', 'pattern-regex: tok_[a-z]{4}', 'tok_abcd HIT\ntok_1'],
  ['flags', 'pattern-regex: (?i)token', 'TOKEN HIT\nother'],
  ['line anchors', 'pattern-regex: ^key', 'key HIT\n key'],
  ['pattern-either', 'pattern-either:\n  - pattern-regex: alpha\n  - pattern-regex: beta', 'alpha HIT\nbeta HIT\ngamma'],
  ['pattern-not-regex', 'patterns:\n  - pattern-regex: key=\\w+\n  - pattern-not-regex: key=test', 'key=abc HIT\nkey=test'],
  [
    'a group as a metavariable',
    'patterns:\n  - pattern-regex: key=(?P<VALUE>\\w+)\n  - metavariable-regex:\n      metavariable: $VALUE\n      regex: ^a',
    'key=abc HIT\nkey=bcd',
  ],
  [
    'a numbered group',
    'patterns:\n  - pattern-regex: key=(\\w+)\n  - metavariable-regex:\n      metavariable: $1\n      regex: ^a',
    'key=abc HIT\nkey=bcd',
  ],
  [
    'metavariable-comparison of a group',
    'patterns:\n  - pattern-regex: port (?P<PORT>\\d+)\n  - metavariable-comparison:\n      metavariable: $PORT\n      comparison: int($PORT) < 1024',
    'port 22 HIT\nport 8080',
  ],
  ['pattern-inside', 'patterns:\n  - pattern-regex: secret\n  - pattern-inside:\n      pattern-regex: "begin[^;]*;"', 'begin secret; HIT\nsecret'],
  ['a look-ahead', 'pattern-regex: a(?=b)', 'ab', 'look-around'],
  ['a back reference', 'pattern-regex: (a)\\1', 'aa', 'back reference'],
]

function toCases(language: string, file: string, rows: Rows): readonly ConformanceCase[] {
  return rows.map(([name, rule, code, lost]) => ({
    name: `${language}: ${name}`,
    rule: `languages: [${language}]\n${rule}`,
    file,
    code,
    ...(lost === undefined ? {} : { lost }),
  }))
}

export const DOCUMENT_CASES: readonly ConformanceCase[] = [
  ...toCases('yaml', 'src/app.yaml', YAML),
  ...toCases('json', 'src/app.json', JSON_ROWS),
  ...toCases('dockerfile', 'Dockerfile', DOCKERFILE).map((each, index) => ({ ...each, hits: DOCKERFILE_HITS[index] ?? [] })),
  ...toCases('hcl', 'src/app.tf', HCL),
  ...toCases('generic', 'src/app.conf', GENERIC),
  ...toCases('regex', 'src/app.txt', REGEX),
]
