import { PROBLEMS } from './problems.ts'
import type { ProblemKind } from './problems.ts'
import { PAGE_POLICY } from './web-page.ts'

/** The page that explains all problems. */
export function toProblemsPage(): Response {
  const items = Object.entries(PROBLEMS).map(([name, { status, title }]) => `<li><a href="/problems/${name}">${name}</a> (${status}): ${title}</li>`)
  return toPage('Problems', `<ul>${items.join('\n')}</ul>`)
}

/** The page behind the `type` of a problem, `undefined` when there is no such problem. */
export function toProblemPage(name: string): Response | undefined {
  const problem = new Map<string, ProblemKind>(Object.entries(PROBLEMS)).get(name)
  if (!problem) return undefined
  return toPage(problem.title, `<p>Status ${problem.status}</p>\n<p>${toCode(problem.advice)}</p>\n<p><a href="/problems">All problems</a></p>`)
}

/** Titles and advice are ours; what looks like mark-up in them is text. */
function toCode(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>')
}

function toPage(title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Assay</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'public, max-age=3600' },
  })
}
