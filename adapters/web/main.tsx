import { render } from 'preact'
import { App } from './app.tsx'

const place = document.getElementById('app')
const curl = document.getElementById('curl')
if (curl) curl.textContent = (curl.textContent ?? '').replace('http://localhost:3000', location.origin)
if (place) render(<App example={readExample()} />, place)

/** Code in which something is found, for who has none at hand. */
function readExample(): string {
  const template = document.getElementById('example')
  return template instanceof HTMLTemplateElement ? (template.content.textContent ?? '') : ''
}
