/**
 * About as many rules as the pack `full` has, as patterns that ast-grep and semgrep share, derived from the catalogue of this project: `$X` one node,
 * `$$$` any number. They have no data flow and less name resolution, which is less work.
 *
 * @type {readonly { id: string, javascript?: readonly string[], python?: readonly string[] }[]}
 */
export const WEAKNESSES = [
  {
    id: 'argument-injection',
    javascript: ['$CP.execFile($BIN, [$$$, $REQ.query.$N, $$$], $$$)', '$CP.spawn($BIN, [$$$, $REQ.body.$N, $$$])'],
    python: ['subprocess.run([$BIN, $$$, request.args[$K], $$$], $$$)'],
  },
  {
    id: 'code-injection',
    javascript: ['eval($CODE)', 'new Function($$$)', 'vm.runInNewContext($$$)', 'vm.runInThisContext($$$)'],
    python: ['eval($X, $$$)', 'exec($X, $$$)', 'compile($X, $$$)'],
  },
  {
    id: 'command-injection',
    javascript: ['$CP.exec($A + $B, $$$)', '$CP.execSync($$$)', '$CP.spawn($CMD, $ARGS, {$$$, shell: true, $$$})'],
    python: ['os.system($X)', 'os.popen($X)', 'subprocess.$F($$$, shell=True, $$$)'],
  },
  {
    id: 'cors-any-origin',
    javascript: ['cors()', '$RES.setHeader("Access-Control-Allow-Origin", "*")', '$RES.header("Access-Control-Allow-Origin", "*")'],
    python: ['CORS($APP)', 'CORSMiddleware($$$, allow_origins=["*"], $$$)'],
  },
  { id: 'css-injection', javascript: ['$EL.style.cssText = $X', '$S.insertRule($X, $$$)'] },
  { id: 'csv-injection', javascript: ['$W.writeRecords($REQ.body)'], python: ['$W.writerow($X)'] },
  {
    id: 'debug-mode',
    javascript: ['errorHandler({$$$, debug: true, $$$})'],
    python: ['$APP.run($$$, debug=True, $$$)', 'uvicorn.run($$$, reload=True, $$$)'],
  },
  {
    id: 'deserialization-of-request',
    javascript: ['$S.unserialize($REQ.body)', 'v8.deserialize($X)'],
    python: ['pickle.loads(request.data)', 'yaml.load(request.data, $$$)'],
  },
  {
    id: 'header-injection',
    javascript: ['$RES.setHeader($N, $REQ.query.$V)', '$RES.writeHead($C, $REQ.headers)'],
    python: ['$R.headers[$N] = request.args[$V]'],
  },
  { id: 'host-header-trust', javascript: ['$REQ.headers.host', '$REQ.get("host")'], python: ['request.get_host()', 'request.host_url'] },
  {
    id: 'insecure-randomness',
    javascript: ['Math.random().toString(36)', '$TOKEN = Math.random()'],
    python: ['random.choice($X)', 'random.randint($$$)'],
  },
  {
    id: 'jwt-hardcoded-secret',
    javascript: ['jwt.sign($P, "secret", $$$)', 'jwt.verify($T, "secret", $$$)'],
    python: ['jwt.encode($P, "secret", $$$)', 'jwt.decode($T, "secret", $$$)'],
  },
  {
    id: 'jwt-none-algorithm',
    javascript: ['jwt.verify($T, $K, {$$$, algorithms: ["none"], $$$})', 'jwt.decode($T)'],
    python: ['jwt.decode($$$, verify=False, $$$)', 'jwt.decode($$$, algorithms=["none"], $$$)'],
  },
  { id: 'ldap-injection', javascript: ['$C.search($DN, {$$$, filter: $A + $B, $$$}, $$$)'], python: ['$C.search_s($B, $S, $F % $V)'] },
  {
    id: 'llm-output-to-code',
    javascript: ['eval($R.choices[0].message.content)'],
    python: ['exec($R.choices[0].message.content)', 'eval($R.content)'],
  },
  { id: 'llm-output-to-html', javascript: ['$EL.innerHTML = $R.choices[0].message.content'], python: ['Markup($R.choices[0].message.content)'] },
  {
    id: 'llm-prompt-injection',
    javascript: ['$C.chat.completions.create({$$$, messages: $M, $$$})'],
    python: ['$C.chat.completions.create($$$, messages=$M, $$$)'],
  },
  {
    id: 'llm-secret-in-prompt',
    javascript: ['{ role: "system", content: process.env.$X }'],
    python: ['{"role": "system", "content": os.environ[$X]}'],
  },
  {
    id: 'log-injection',
    javascript: ['console.log($REQ.query.$N)', '$LOG.info($REQ.body)'],
    python: ['logging.info(request.args[$K])', '$LOG.info($F + $V)'],
  },
  {
    id: 'mass-assignment',
    javascript: ['$M.create($REQ.body)', 'Object.assign($U, $REQ.body)', '$M.update($REQ.body, $$$)'],
    python: ['$M.objects.create(**request.data)', '$M(**request.json)'],
  },
  { id: 'nosql-injection', javascript: ['$DB.find($REQ.body)', '$DB.findOne({$$$, $K: $REQ.body.$N, $$$})'], python: ['$DB.find(request.json)'] },
  {
    id: 'open-redirect',
    javascript: ['$RES.redirect($REQ.query.$N)', '$RES.redirect($REQ.body.$N)'],
    python: ['redirect(request.args[$K])', 'redirect(request.GET[$K])'],
  },
  {
    id: 'path-traversal',
    javascript: ['fs.readFile($REQ.params.$N, $$$)', 'path.join($D, $REQ.params.$N)', '$RES.sendFile($A + $B)'],
    python: ['open(request.args[$K], $$$)', 'send_file(request.args[$K], $$$)', 'os.path.join($D, request.args[$K])'],
  },
  { id: 'prototype-pollution', javascript: ['$O[$A][$B] = $V', '_.merge($T, $REQ.body)', '$.extend(true, $T, $REQ.body)'] },
  {
    id: 'regex-injection',
    javascript: ['new RegExp($REQ.query.$N, $$$)'],
    python: ['re.compile(request.args[$K], $$$)', 're.search(request.args[$K], $$$)'],
  },
  { id: 'remote-property-injection', javascript: ['$O[$REQ.query.$N] = $V', '$O[$REQ.body.$N] = $V'], python: ['setattr($O, request.args[$K], $V)'] },
  { id: 'resource-exhaustion', javascript: ['Buffer.alloc($REQ.query.$N)', 'new Array($REQ.query.$N)'], python: ['range(int(request.args[$K]))'] },
  { id: 'secret-aws-access-key', javascript: ['$X.accessKeyId = $Y'], python: ['boto3.client($$$, aws_access_key_id=$X, $$$)'] },
  {
    id: 'secret-database-url',
    javascript: ['mongoose.connect($URL, $$$)', 'new Pool({$$$, connectionString: $URL, $$$})'],
    python: ['create_engine($URL, $$$)'],
  },
  { id: 'secret-generic', javascript: ['$X.password = "$Y"', '{$$$, apiKey: $K, $$$}'], python: ['PASSWORD = $X', 'SECRET_KEY = $X'] },
  { id: 'secret-github-token', javascript: ['new Octokit({$$$, auth: $T, $$$})'], python: ['Github($T)'] },
  { id: 'secret-in-public-env', javascript: ['process.env.NEXT_PUBLIC_SECRET', 'process.env.VITE_SECRET'] },
  { id: 'secret-openai-key', javascript: ['new OpenAI({$$$, apiKey: $K, $$$})'], python: ['OpenAI(api_key=$K)', 'openai.api_key = $K'] },
  { id: 'secret-private-key', javascript: ['crypto.createPrivateKey($K)'], python: ['load_pem_private_key($$$)'] },
  { id: 'secret-stripe-key', javascript: ['new Stripe($K, $$$)'], python: ['stripe.api_key = $K'] },
  { id: 'secret-supabase-key', javascript: ['createClient($URL, $KEY, $$$)'], python: ['create_client($URL, $KEY)'] },
  {
    id: 'sql-injection',
    javascript: ['$DB.query($SQL + $V, $$$)', '$DB.execute($SQL + $V, $$$)', '$DB.$queryRawUnsafe($$$)', '$DB.raw($A + $B)'],
    python: ['$C.execute($A + $B, $$$)', '$C.execute($A % $B, $$$)', '$C.execute($A.format($$$), $$$)', '$M.objects.raw($X % $Y)'],
  },
  {
    id: 'ssrf',
    javascript: ['fetch($REQ.query.$N, $$$)', 'axios.get($REQ.query.$N, $$$)', 'http.get($REQ.query.$N, $$$)'],
    python: ['requests.get(request.args[$K], $$$)', 'urllib.request.urlopen(request.args[$K], $$$)'],
  },
  {
    id: 'template-injection',
    javascript: ['$E.render($REQ.query.$N, $$$)', 'handlebars.compile($REQ.body)', 'pug.compile($X, $$$)'],
    python: ['render_template_string($X, $$$)', 'Template($X)', '$ENV.from_string($X)'],
  },
  {
    id: 'template-locals-injection',
    javascript: ['$RES.render($V, $REQ.query)', '$RES.render($V, $REQ.body)'],
    python: ['render_template($V, **request.args)'],
  },
  {
    id: 'tls-verification-disabled',
    javascript: ['process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"', 'new https.Agent({$$$, rejectUnauthorized: false, $$$})'],
    python: ['requests.$M($$$, verify=False, $$$)', 'ssl._create_unverified_context()'],
  },
  {
    id: 'unsafe-deserialization',
    javascript: ['$S.unserialize($X)', 'yaml.load($X)'],
    python: ['pickle.load($X)', 'pickle.loads($X)', 'yaml.load($X)', 'marshal.loads($X)'],
  },
  {
    id: 'unvalidated-dynamic-call',
    javascript: ['$O[$REQ.query.$N]($$$)', '$O[$REQ.params.$N]($$$)'],
    python: ['getattr($O, request.args[$K])($$$)'],
  },
  {
    id: 'weak-password-hash',
    javascript: ['crypto.createHash("md5")', 'crypto.createHash("sha1")', 'bcrypt.hashSync($P, 4)'],
    python: ['hashlib.md5($$$)', 'hashlib.sha1($$$)'],
  },
  {
    id: 'webhook-signature-missing',
    javascript: ['$APP.post("/webhook", $$$)', '$APP.post("/webhooks/stripe", $$$)'],
    python: ['stripe.Event.construct_from($$$)'],
  },
  { id: 'xpath-injection', javascript: ['xpath.select($A + $B, $$$)'], python: ['$T.xpath($A + $B, $$$)', '$T.xpath($A % $B, $$$)'] },
  { id: 'xss-dom', javascript: ['$EL.innerHTML = $V', '$EL.outerHTML = $V', 'document.write($$$)', '$EL.insertAdjacentHTML($P, $V)'] },
  { id: 'xss-react-html', javascript: ['{ __html: $X }'] },
  {
    id: 'xss-server',
    javascript: ['$RES.send($A + $REQ.query.$N)', '$RES.write($REQ.query.$N)'],
    python: ['Markup($X)', 'mark_safe($X)', 'HttpResponse(request.GET[$K])'],
  },
  { id: 'xss-url-scheme', javascript: ['$A.href = $V', 'window.location = $V', 'window.open($V, $$$)'] },
  {
    id: 'xxe',
    javascript: ['libxmljs.parseXml($X, {$$$, noent: true, $$$})'],
    python: ['etree.XMLParser($$$, resolve_entities=True, $$$)', 'xml.sax.make_parser($$$)'],
  },
]

const AST_GREP_LANGUAGES = { javascript: ['JavaScript', 'TypeScript'], python: ['Python'] }
const SEMGREP_LANGUAGES = { javascript: ['javascript', 'typescript'], python: ['python'] }

/** All of them as one ast-grep file, in which each rule has one language. */
export function toAstGrepRules() {
  return eachPatterns(AST_GREP_LANGUAGES)
    .flatMap(({ id, kind, languages, patterns }) =>
      languages.map((language) =>
        JSON.stringify({
          id: `${id}-${language.toLowerCase()}`,
          language,
          severity: 'warning',
          message: `${id} ${kind}`,
          rule: { any: patterns.map((pattern) => ({ pattern })) },
        }),
      ),
    )
    .join('\n---\n')
}

/** All of them as a semgrep configuration, in JSON, which semgrep accepts as YAML. */
export function toSemgrepRules() {
  const rules = eachPatterns(SEMGREP_LANGUAGES).map(({ id, kind, languages, patterns }) => ({
    id: `${id}-${kind}`,
    languages,
    severity: 'WARNING',
    message: id,
    'pattern-either': patterns.map((pattern) => ({ pattern: toSemgrep(pattern) })),
  }))
  return JSON.stringify({ rules })
}

function eachPatterns(table) {
  return WEAKNESSES.flatMap(({ id, ...rest }) =>
    Object.keys(table).flatMap((kind) => (rest[kind] === undefined ? [] : [{ id, kind, languages: table[kind], patterns: rest[kind] }])),
  )
}

/** `$.extend` is jQuery there and here; a metavariable needs a capital letter. */
function toSemgrep(pattern) {
  return pattern.replaceAll(/\$\$\$[A-Z]*/g, '...')
}
