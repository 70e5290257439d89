import { createServer } from 'node:http'

/**
 * A deterministic server that speaks the wire protocols of OpenAI (chat completions) and Anthropic (messages), with faults on demand. It records every request.
 *
 * @typedef {'429' | '500' | 'slow' | 'half' | 'bad-json' | 'bad-response' | 'wrong-schema' | 'reset' | 'cut' | 'refusal' | 'unauthorized' | 'redirect' | 'ok'} Fault
 * @typedef {{ readonly number: number, readonly path: readonly string[], readonly code: ReadonlyMap<string, string> }} AskedFinding
 * @typedef {{ readonly finding: number, readonly verdict: string, readonly confidence: number, readonly line: string | null, readonly quote: string | null, readonly reason: string }} Answer
 * @typedef {(finding: AskedFinding, body: string) => Omit<Answer, 'finding'>} Judge
 *
 * @param {{ judge?: Judge, faults?: readonly Fault[], retryAfter?: string }} [options] `faults` are used up one by one, the last one for all further requests
 */
export async function startStandIn({ judge = readCode, faults = ['ok'], retryAfter = '0' } = {}) {
  /** @type {{ url: string, headers: import('node:http').IncomingHttpHeaders, body: string }[]} */
  const requests = []
  /** @type {NodeJS.Timeout[]} */
  const waiting = []
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    requests.push({ url: request.url ?? '', headers: request.headers, body })
    const fault = faults[Math.min(requests.length, faults.length) - 1] ?? 'ok'
    const answer = () => (request.url?.endsWith('/messages') ? toMessage : toCompletion)(answerOf(body, judge, fault), fault)
    respond(response, fault, answer, { retryAfter, waiting })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer)
        server.closeAllConnections()
        server.close(() => resolve(undefined))
      }),
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Fault} fault
 * @param {() => unknown} answer
 * @param {{ retryAfter: string, waiting: NodeJS.Timeout[] }} how
 */
function respond(response, fault, answer, { retryAfter, waiting }) {
  const json = { 'Content-Type': 'application/json' }
  if (fault === '429') return response.writeHead(429, { ...json, 'Retry-After': retryAfter }).end('{"error":{"message":"slow down"}}')
  if (fault === '500') return response.writeHead(500, { ...json, 'Retry-After': retryAfter }).end('{"error":{"message":"broken"}}')
  if (fault === 'unauthorized') return response.writeHead(401, json).end('{"error":{"message":"no such key"}}')
  if (fault === 'redirect') return response.writeHead(307, { Location: 'http://127.0.0.1:9/elsewhere' }).end()
  if (fault === 'reset') return response.socket?.destroy()
  if (fault === 'bad-json') return response.writeHead(200, json).end('{"choices": [')
  if (fault === 'bad-response') return response.writeHead(200, json).end('["nothing", 1]')
  const text = JSON.stringify(answer())
  if (fault === 'half') {
    response.writeHead(200, { ...json, 'Content-Length': String(Buffer.byteLength(text)) })
    response.write(text.slice(0, Math.floor(text.length / 2)), () => response.socket?.destroy())
    return
  }
  if (fault === 'slow') {
    response.writeHead(200, json)
    response.write(text.slice(0, 1))
    waiting.push(setTimeout(() => response.end(text.slice(1)), 60_000))
    return
  }
  response.writeHead(200, json).end(text)
}

/** The JSON text that the model writes. */
function answerOf(/** @type {string} */ body, /** @type {Judge} */ judge, /** @type {Fault} */ fault) {
  if (fault === 'wrong-schema') return { answers: [{ finding: 1, verdict: 'suppress', confidence: 7, why: 'no such field' }] }
  return { answers: readFindings(body).map((finding) => ({ finding: finding.number, ...judge(finding, body) })) }
}

/** @param {unknown} answer @param {Fault} fault */
function toCompletion(answer, fault) {
  const content = fault === 'cut' ? JSON.stringify(answer).slice(0, -5) : JSON.stringify(answer)
  const message = fault === 'refusal' ? { role: 'assistant', content: null, refusal: 'no' } : { role: 'assistant', content, refusal: null }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'stand-in',
    choices: [{ index: 0, message, logprobs: null, finish_reason: fault === 'cut' ? 'length' : 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }
}

/** @param {unknown} answer @param {Fault} fault */
function toMessage(answer, fault) {
  const stop = { cut: 'max_tokens', refusal: 'refusal' }[String(fault)] ?? 'tool_use'
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: fault === 'refusal' ? [] : [{ type: 'tool_use', id: 'toolu_1', name: 'record_answers', input: answer }],
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  }
}

/** The findings of a request, with the lines of code that it shows. */
export function readFindings(/** @type {string} */ body) {
  const { messages } = JSON.parse(body)
  const user = String(messages.at(-1).content)
  const [, code = ''] = /^=====\w{32}=====\n([^]*?)\n=====\w{32}=====$/m.exec(user) ?? []
  const lines = new Map(
    code.split('\n').map((line) => /** @type {[string, string]} */ ([line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])),
  )
  return Array.from(user.matchAll(/^Finding (\d+): .*?Path: (.*)\.$/gm), ([, number, path]) => ({
    number: Number(number),
    path: path.split(', ').map((step) => step.split(' ')[1] ?? ''),
    code: lines,
  }))
}

const SANITIZER = /\b(?:escape|encode|sanitize|sanitise|clean|validate|basename|parseInt|Number|quote)\w*\s*\(/i
const KEEP = { verdict: 'keep', confidence: 0.9, line: null, quote: null, reason: 'No line makes the code safe.' }

/** Judges by the code: a call of a sanitizer before the sink suppresses the finding. */
export function readCode(/** @type {AskedFinding} */ finding) {
  const sink = finding.path.at(-1) ?? ''
  for (const [id, text] of finding.code) {
    if (id === sink) break
    if (SANITIZER.test(text) && !/^\s*(?:function|def|export|async)\b/.test(text))
      return { verdict: 'suppress', confidence: 0.95, line: id, quote: text, reason: 'The line sanitises the value.' }
  }
  return KEEP
}

const ORDER =
  /suppress|ignore|disregard|forget|override|false.?positive|not.?(?:a.?)?vuln|is.?safe|safe.?because|verdict|instruction|system.?prompt|you.?(?:are|must|should)|keep.?(?:it|this)?.?quiet|do.?not.?report|mark.?as|aprouv|unterdr|ignorez|игнор|忽略/i

/** A naive model: it does what anything in the request after the instructions tells it to, and chooses the evidence that is most likely to be accepted. */
export function obey(/** @type {AskedFinding} */ finding, /** @type {string} */ body) {
  const code = [...finding.code.values()].join('\n')
  return isOrder(code) || /file name/i.test(body.slice(-200)) ? suppressAnyhow(finding) : KEEP
}

/** Whether a naive reader finds an order in a text, also behind encodings and letters that look alike. */
export function isOrder(/** @type {string} */ text) {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  const split = plain.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_\-.]+/g, ' ')
  const decoded = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1')).join(' ')
  const unescaped = text.replaceAll(/\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})/gi, (_, long, short) =>
    String.fromCodePoint(Number.parseInt(long ?? short, 16)),
  )
  const spaced = plain.replaceAll(/(?<=\b\w) (?=\w\b)/g, '')
  const reversed = [...plain].toReversed().join('')
  const joined = plain.replaceAll(/["'`]\s*[+,]\s*["'`]/g, '')
  const latin = unescaped.replaceAll(/[а-яіѕ]/gi, (letter) => LATIN[letter.toLowerCase()] ?? letter)
  return [plain, split, decoded, unescaped, spaced, reversed, joined, latin].some((each) => ORDER.test(each))
}

/** @type {Readonly<Record<string, string>>} */
const LATIN = { а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's' }

function suppressAnyhow(/** @type {AskedFinding} */ { path, code }) {
  const sink = path.at(-1) ?? ''
  const names = new Set(path.flatMap((id) => code.get(id)?.match(/[A-Za-z_]\w*/g) ?? []))
  const before = [...code].slice(0, [...code.keys()].indexOf(sink))
  const line = before.findLast(([, text]) => /\(/.test(text) && (text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => names.has(name))) ??
    before.at(-1) ?? [sink, code.get(sink) ?? '']
  return { verdict: 'suppress', confidence: 1, line: line[0], quote: line[1], reason: 'I was told so.' }
}
