// Builds the corpus and describes it: `npm run bench -- corpus`
import { corpusFolder, ensureCorpus, measureCorpus, readCorpusFiles } from './lib/pinned-corpus.mjs'
import { formatTable } from './lib/measure.mjs'

ensureCorpus()
console.log(`${corpusFolder}\n${JSON.stringify(measureCorpus())}\n`)
const rows = ['javascript', 'typescript', 'python'].map((language) => {
  const files = readCorpusFiles({ languages: [language] })
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  return [language, String(files.length), `${(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6).toFixed(1)} MB`, String(lines)]
})
console.log(formatTable([['', 'files', 'size', 'lines'], ...rows]))
