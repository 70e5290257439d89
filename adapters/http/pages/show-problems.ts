import { accepts } from 'hono/accepts'
import type { HttpContext, HttpNext } from '../callers/http-env.ts'
import { escapeHtml, toPage, withCode } from './page-frame.ts'
import { PROBLEMS, type ProblemName } from '../problems/problems.ts'

const JSON_TYPES = ['application/problem+json', 'application/json']
const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** Answers a browser that reads an address with a page instead of a problem document. API clients, which do not prefer HTML, get the document. */
export async function showProblems(c: HttpContext, next: HttpNext): Promise<void> {
  await next()
  const { problem } = c.get('notes')
  const name = Object.keys(PROBLEMS).find((each): each is ProblemName => each === problem)
  const isDocument = c.res.headers.get('content-type') === 'application/problem+json'
  if (name === undefined || !isDocument || !READ_METHODS.includes(c.req.method)) return
  c.res.headers.append('Vary', 'Accept')
  if (accepts(c, { header: 'Accept', supports: [...JSON_TYPES, 'text/html'], default: 'application/problem+json' }) !== 'text/html') return
  const document: { readonly detail?: string } = await c.res.json()
  const page = toOccurrencePage(name, document.detail ?? '', c.get('requestId'))
  const headers = new Headers(c.res.headers)
  for (const header of ['Content-Type', 'Content-Security-Policy']) headers.set(header, page.headers.get(header) ?? '')
  // Hono merges the headers of the former response into a new one unless it is removed first.
  c.res = undefined
  c.res = new Response(page.body, { status: PROBLEMS[name].status, headers })
}

function toOccurrencePage(name: ProblemName, detail: string, requestId: string): Response {
  const { title, status, advice } = PROBLEMS[name]
  // The detail of `not-found` explains uploads to programs.
  const isMissing = name === 'not-found'
  const told = isMissing ? 'The address may be misspelled, or the page may have moved.' : withCode(detail)
  const body = `<p class="lead">${told}</p>
<section class="card" aria-labelledby="advice"><h2 id="advice">What to do</h2>
<p>${withCode(advice)}</p>
<ul>
<li><a href="/">Scan code</a></li>
<li><a href="/rules">List of rules</a></li>
<li><a href="/docs">API reference</a></li>
<li><a href="/problems/${name}">More about this problem</a></li>
</ul></section>
<p class="quiet">HTTP status ${status}. Request ID: <code>${escapeHtml(requestId)}</code></p>`
  return toPage(isMissing ? 'Page not found' : title, body)
}
