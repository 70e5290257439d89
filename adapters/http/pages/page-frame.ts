import { PAGE_POLICY } from './web-page.ts'

/** Builds a page of the service around `body`, which is trusted mark-up. The page needs no script. */
export function toPage(title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Assay</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand"><a href="/"><img src="/favicon.svg" width="28" height="28" alt=""> Assay</a></p>
<nav aria-label="Main"><a href="/">Scan</a> <a href="/rules">Rules</a> <a href="/playground/">Playground</a> <a href="/docs">API</a></nav>
</header>
<main id="main">
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

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Like `escapeHtml`, and renders parts between backticks as code. */
export function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')
}
