// Compares Assay's query matcher with tree-sitter's Query, on real sources and on inputs for which Query is exponential: `npm run bench -- query
// [MB]`
import { readFileSync } from 'node:fs'
import { Language, Parser, Query } from 'web-tree-sitter'
import { importBuilt } from './lib/engine.mjs'
import { readCorpus } from './lib/read-corpus.mjs'

const { startSyntaxRuntime } = await importBuilt('src/engines/syntax/syntax-runtime.js')
const { compileQuery } = await importBuilt('src/matchers/query/compile-query.js')

const NAMES =
  'exec execSync spawn spawnSync eval Function setTimeout setInterval write writeln insertAdjacentHTML innerHTML outerHTML query raw find findOne aggregate createHash createCipher createDecipher createCipheriv random sign verify redirect send render readFile readFileSync writeFile writeFileSync unlink unlinkSync join resolve merge defaultsDeep set template extend assign compile runInContext runInNewContext runInThisContext parse load safeLoad unserialize deserialize postMessage open fetch get post request connect listen use static cors helmet session setHeader cookie setItem getItem log debug match test replace search exec2 allocUnsafe pbkdf2 pbkdf2Sync scrypt randomBytes pseudoRandomBytes chmod chmodSync setuid setgid kill fork execFile execFileSync evaluate setContent goto openExternal executeJavaScript loadURL createServer createSecureContext'.split(
    ' ',
  )
const SHAPES = [
  '(with_statement) @match',
  '(debugger_statement) @match',
  '(new_expression constructor: (identifier) @c arguments: (arguments (template_string (template_substitution)))) @match',
  '(call_expression function: (member_expression object: (call_expression function: (member_expression)) property: (property_identifier) @p) arguments: (arguments (binary_expression left: (string) right: (identifier)))) @match',
  '(assignment_expression left: (subscript_expression index: (identifier) @i) right: (subscript_expression)) @match',
  '(catch_clause body: (statement_block . "}" )) @match',
  '(binary_expression left: (string) operator: "+" right: (call_expression)) @match',
  '(template_string (template_substitution (call_expression))) @match',
  '(variable_declarator name: (identifier) @n value: (call_expression function: (identifier) @r arguments: (arguments (string)))) @match',
  '(pair key: (property_identifier) @k value: (false)) @match',
  '(for_in_statement body: (statement_block (expression_statement (assignment_expression left: (subscript_expression))))) @match',
  '(regex pattern: (regex_pattern) @r) @match',
  '(if_statement condition: (parenthesized_expression (assignment_expression))) @match',
  '(return_statement (call_expression function: (identifier) @f arguments: (arguments (arrow_function)))) @match',
  '(try_statement handler: (catch_clause !parameter)) @match',
]
const GAP = '(expression_statement (call_expression))'
const HOSTILE = [
  { name: '600 statements, 2 captured gaps, no end', query: `(program ${GAP} @a ${GAP} @b (with_statement)) @match`, text: 'f();\n'.repeat(600) },
  {
    name: '600 statements, 3 captured gaps, no end',
    query: `(program ${GAP} @a ${GAP} @b ${GAP} @c (with_statement)) @match`,
    text: 'f();\n'.repeat(600),
  },
  {
    name: '600 statements, 3 captured gaps, first way of 36 million',
    query: `(program ${GAP} @a ${GAP} @b ${GAP} @c) @match`,
    text: 'f();\n'.repeat(600),
    first: true,
  },
  {
    name: '10,000 statements as siblings at the root',
    query: '((expression_statement) @match (expression_statement) @b (with_statement))',
    text: 'f();\n'.repeat(10_000),
  },
  { name: '10,000 comments in a run', query: '(program (comment)+ @match)', text: '// a\n'.repeat(10_000) },
  { name: '100,000 `[`', query: '(call_expression function: (identifier) @f) @match (array (array) @x) @match', text: '['.repeat(100_000) },
]
/** Maximum seconds of tree-sitter per case. */
const PATIENCE = 20

const read = (path) => readFileSync(new URL(`../node_modules/${path}`, import.meta.url))
const runtime = await startSyntaxRuntime(read('web-tree-sitter/web-tree-sitter.wasm'))
const grammar = await runtime.loadGrammar('javascript', read('tree-sitter-javascript/tree-sitter-javascript.wasm'))
const language = await Language.load(read('tree-sitter-javascript/tree-sitter-javascript.wasm'))
const parser = new Parser()
parser.setLanguage(language)

const named = Array.from({ length: 150 }, (_, at) => namedQuery(at))
const shaped = Array.from({ length: 150 }, (_, at) => SHAPES[at % SHAPES.length])
const texts = readTexts(Number(process.argv[2] ?? 5) * 1e6)
const units = texts.reduce((sum, text) => sum + text.length, 0)

/** Texts of ordinary size. TypeScript texts are parsed as broken JavaScript, which may also occur in practice. */
function readTexts(wanted) {
  let left = wanted
  return readCorpus(4 * wanted).texts.filter((text) => {
    if (text.length > 300_000 || left <= 0) return false
    left -= text.length
    return true
  })
}

function namedQuery(at) {
  const name = NAMES[at % NAMES.length]
  if (at % 3 === 0) return `(call_expression function: (identifier) @f (#eq? @f "${name}")) @match`
  if (at % 3 === 1) return `(call_expression function: (member_expression property: (property_identifier) @p) (#eq? @p "${name}")) @match`
  return `(assignment_expression left: (member_expression property: (property_identifier) @p) right: (_) @r (#eq? @p "${name}")) @match`
}

function timed(run) {
  const start = performance.now()
  const value = run()
  return { ms: performance.now() - start, value }
}

function report(name, { ms, value }, size = units) {
  console.info(`${name.padEnd(64)} ${ms.toFixed(0).padStart(7)} ms ${(size / 1000 / ms).toFixed(2).padStart(8)} MB/s  ${value}`)
}

/** All matchers in one pass over the nodes by type, as in a scan. */
function runTogether(matchers, trees, stopAtFirst = true) {
  const byType = []
  const everywhere = []
  for (const matcher of matchers) {
    if (matcher.types === undefined) everywhere.push(matcher)
    else for (const type of matcher.types) (byType[type] ??= []).push(matcher)
  }
  let found = 0
  const accept = () => {
    found++
    return stopAtFirst
  }
  for (const context of trees) {
    const { type, count } = context.tree
    for (let node = 0; node < count; node++) {
      const own = byType[type[node]]
      if (own !== undefined) for (const matcher of own) matcher.test(context, node, undefined, accept)
      for (const matcher of everywhere) matcher.test(context, node, undefined, accept)
    }
  }
  return found
}

function contextOf(text) {
  return { tree: grammar.parse(text), file: { text }, spend: () => {} }
}

console.info(`${texts.length} files, ${(units / 1e6).toFixed(1)} MB`)
const contexts = timed(() => texts.map(contextOf))
report('parse into flat trees', { ...contexts, value: '' })
const trees = texts.map((text) => parser.parse(text))
for (const [name, sources] of [
  ['150 queries with #eq?', named],
  ['150 queries by shape', shaped],
]) {
  const matchers = timed(() => sources.map((source) => compileQuery(source, grammar)))
  report(`${name}: compile, ours`, { ...matchers, value: '' }, 0)
  const unchecked = timed(() => sources.map((source) => compileQuery(source, { names: grammar.names, checkQuery: () => undefined })))
  report(`${name}: compile, ours, without tree-sitter's check`, { ...unchecked, value: '' }, 0)
  report(
    `${name}: ours, first run`,
    timed(() => runTogether(matchers.value, contexts.value, false)),
  )
  report(
    `${name}: ours, again`,
    timed(() => runTogether(unchecked.value, contexts.value, false)),
  )
  const merged = new Query(language, sources.join('\n'))
  report(
    `${name}: tree-sitter, merged into one`,
    timed(() => trees.reduce((sum, tree) => sum + merged.matches(tree.rootNode).length, 0)),
  )
  merged.delete()
  if (process.argv.includes('--each')) {
    const each = sources.map((source) => new Query(language, source))
    report(
      `${name}: tree-sitter, one by one`,
      timed(() => each.reduce((sum, query) => sum + trees.reduce((own, tree) => own + query.matches(tree.rootNode).length, 0), 0)),
    )
    for (const query of each) query.delete()
  }
}
for (const { name, query: source, text, first } of HOSTILE) {
  const context = contextOf(text)
  report(
    `${name}: ours`,
    timed(() => runTogether([compileQuery(source, grammar)], [context], first === true)),
    text.length,
  )
  const tree = parser.parse(text)
  const query = new Query(language, source)
  const until = performance.now() + PATIENCE * 1000
  let stopped = false
  const theirs = timed(() => query.matches(tree.rootNode, { progressCallback: () => (stopped ||= performance.now() > until) }).length)
  report(`${name}: tree-sitter`, { ms: theirs.ms, value: stopped ? 'stopped' : theirs.value }, text.length)
  query.delete()
  tree.delete()
}
