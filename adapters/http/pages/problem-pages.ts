import { escapeHtml, toPage, withCode } from './page-frame.ts'
import { PROBLEMS, toProblemDocument, type ProblemKind, type ProblemName } from '../problems/problems.ts'

const DETAIL_EXAMPLE = '… a sentence about this occurrence …'

/** The page that lists all problems. */
export function toProblemsPage(): Response {
  const rows = Object.entries(PROBLEMS).map(
    ([name, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/problems/${name}">${escapeHtml(title)}</a></td><td><code>${name}</code></td></tr>`,
  )
  const body = `<p>Every error of the HTTP API is a JSON document (RFC 9457). Its <code>type</code> is the address of a page that explains the problem.</p>
<div class="wide" tabindex="0" role="region" aria-label="Problems"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Problem</th><th scope="col">Name</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`
  return toPage('Problems', body)
}

/** The page for the `type` of a problem, or `undefined` if the problem is unknown. */
export function toProblemPage(name: string): Response | undefined {
  const known = Object.keys(PROBLEMS).find((each): each is ProblemName => each === name)
  if (known === undefined) return undefined
  const problem: ProblemKind = PROBLEMS[known]
  const example = JSON.stringify(toProblemDocument({ name: known, detail: DETAIL_EXAMPLE }, '5f0c1a8e-51d9-4a4c-9a43-0d6c1b5f4f0e'), undefined, 2)
  const body = `<p class="lead">HTTP status ${problem.status}, <code>${known}</code></p>
<section class="card" aria-labelledby="meaning"><h2 id="meaning">What happened</h2><p>${withCode(problem.meaning)}</p></section>
<section class="card" aria-labelledby="advice"><h2 id="advice">What to do</h2><p>${withCode(problem.advice)}</p></section>
<section class="card" aria-labelledby="example"><h2 id="example">Example response</h2><pre tabindex="0"><code>${escapeHtml(example)}</code></pre></section>
<p><a href="/problems">All problems</a> · <a href="/docs">API reference</a></p>`
  return toPage(problem.title, body)
}
