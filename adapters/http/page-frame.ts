import { PAGE_POLICY } from './web-page.ts'

/** A page of the service around a body of ours. It needs no script. */
export function toPage(title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Assay</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header><p class="brand"><a href="/">Assay</a></p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'public, max-age=3600' },
  })
}

/** What looks like mark-up in it is text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The same, with what stands between backticks as code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')
}
