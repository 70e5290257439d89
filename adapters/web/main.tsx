import { render } from 'preact'
import { App } from './app.tsx'

const place = document.getElementById('app')
const curl = document.getElementById('curl')
if (curl) curl.textContent = (curl.textContent ?? '').replace('http://localhost:3000', location.origin)
if (place) render(<App example={readExample()} hasKeys={place.dataset['keys'] !== 'none'} />, place)

/** Sample code with findings, for users who have no code at hand. */
function readExample(): string {
  const template = document.getElementById('example')
  return template instanceof HTMLTemplateElement ? (template.content.textContent ?? '') : ''
}
