/** Colours for light and dark screens and for print. Severities also differ by text. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --back: #fff; --ink: #1d2330; --faint: #5b6474; --line: #d9dde5; --code: #f4f6f9;
  --critical: #a3122d; --high: #c2410c; --medium: #8a6100; --low: #1d5fa8; --good: #14713d }
@media (prefers-color-scheme: dark) { :root { --back: #14171d; --ink: #e6e9ef; --faint: #9aa4b5; --line: #333a46; --code: #1d222b;
  --critical: #ff7b90; --high: #ff9a5c; --medium: #e5b94a; --low: #7db5f5; --good: #63d297 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.3rem } h2 { font-size: 1.1rem; overflow-wrap: anywhere }
header { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; align-items: center; border-bottom: 1px solid var(--line); padding-bottom: 1rem }
.grade { font-size: 4rem; font-weight: 700; line-height: 1 }
table { border-collapse: collapse } th { text-align: left; font-weight: 400; padding-right: .75rem } td { padding: .1rem .5rem .1rem 0 }
.bar { display: block; height: .8rem; min-width: 2px; border-radius: 2px; background: currentColor }
form { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: 1rem 0 }
input[type=search] { font: inherit; padding: .3rem .5rem; min-width: 14rem; background: var(--code); color: inherit; border: 1px solid var(--line); border-radius: 4px }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .4rem .8rem }
summary { cursor: pointer; overflow-wrap: anywhere }
pre { background: var(--code); padding: .6rem .8rem; overflow-x: auto; border-radius: 4px; font: .875rem/1.45 ui-monospace, monospace; tab-size: 4 }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
.critical { color: var(--critical) } .high { color: var(--high) } .medium { color: var(--medium) } .low { color: var(--low) } .good { color: var(--good) }
.severity { font-weight: 700 } .faint { color: var(--faint) } [hidden] { display: none }
@media print { form { display: none } }
`

/** Filters by severity and text. Without scripts all findings are shown. */
export const HTML_SCRIPT = `
const form = document.querySelector('form')
const items = [...document.querySelectorAll('details[data-severity]')]
const said = document.querySelector('output')
function filter() {
  const wanted = new Set([...form.querySelectorAll('input:checked')].map((box) => box.value))
  const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const item of items) {
    const text = item.textContent.toLowerCase() + ' ' + item.parentElement.dataset.file.toLowerCase()
    item.hidden = !wanted.has(item.dataset.severity) || !words.every((word) => text.includes(word))
    if (!item.hidden) shown++
  }
  for (const part of document.querySelectorAll('section[data-file]')) part.hidden = !part.querySelector('details:not([hidden])')
  said.textContent = shown + ' of ' + items.length + ' findings shown'
}
if (form) { form.hidden = false; form.addEventListener('input', filter); form.addEventListener('submit', (event) => event.preventDefault()) }
`
