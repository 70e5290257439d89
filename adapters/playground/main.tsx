import { render } from 'preact'
import { Playground } from './playground.tsx'
import { exampleOf, readExamples } from './share/examples.ts'
import { readFragment } from './share/share-fragment.ts'

const examples = await readExamples()
const place = document.getElementById('app')
const start = readFragment(location.hash) ?? exampleOf(location.hash, examples) ?? examples[0] ?? { rule: '', path: 'app.js', code: '' }
if (place) render(<Playground start={start} examples={examples} />, place)
