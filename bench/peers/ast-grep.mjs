import { loadPeer } from './find-peer.mjs'

/** The public rules for JavaScript as ast-grep patterns, as far as possible without name resolution and data flow. */
const PATTERNS = [
  'eval($CODE)',
  'Function($$$CODE)',
  'new Function($$$CODE)',
  'vm.runInNewContext($$$A)',
  'setTimeout("$CODE", $$$A)',
  'exec($$$A)',
  '$CP.exec($$$A)',
  '$CP.execSync($$$A)',
  '$CP.spawn($CMD, $ARGS, {$$$, shell: true, $$$})',
  '$DB.query($SQL + $VALUE)',
  '$DB.query(`$$$`)',
  '$DB.execute($SQL + $VALUE)',
  '$DB.$queryRawUnsafe($$$A)',
  '$DB.find({$$$, $where: $X, $$$})',
  'cors()',
  'cors({$$$, origin: "*", $$$})',
  '$RES.setHeader("Access-Control-Allow-Origin", "*")',
  '$RES.header("Access-Control-Allow-Origin", "*")',
  'jwt.sign($PAYLOAD, "$SECRET", $$$A)',
  'jwt.verify($TOKEN, "$SECRET", $$$A)',
  'jwt.verify($TOKEN, $KEY, {$$$, algorithms: ["none"], $$$})',
  'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"',
  'new https.Agent({$$$, rejectUnauthorized: false, $$$})',
  '$EL.innerHTML = $VALUE',
  '$EL.outerHTML = $VALUE',
  'document.write($$$A)',
  '$RES.redirect($REQ.query.$NAME)',
  'fetch($REQ.query.$NAME)',
  'axios.get($REQ.query.$NAME)',
  'fs.readFile($REQ.params.$NAME, $$$A)',
  'path.join($DIR, $REQ.params.$NAME)',
  'crypto.createHash("md5")',
  'crypto.createHash("sha1")',
  'serialize.unserialize($X)',
  'yaml.load($X)',
]

/** @param {readonly { text: string }[]} files JavaScript */
export function createAstGrep(files) {
  const peer = loadPeer('@ast-grep/napi')
  if ('missing' in peer) return peer
  const { parse, Lang } = peer.module
  const rule = { rule: { any: PATTERNS.map((pattern) => ({ pattern })) } }
  return {
    name: `@ast-grep/napi ${peer.version}, ${PATTERNS.length} patterns`,
    run: () => files.reduce((sum, { text }) => sum + parse(Lang.JavaScript, text).root().findAll(rule).length, 0),
    variants: [
      {
        name: '@ast-grep/napi parse alone',
        run: () => files.reduce((sum, { text }) => sum + (parse(Lang.JavaScript, text).root().isLeaf() ? 1 : 0), 0),
      },
    ],
  }
}
