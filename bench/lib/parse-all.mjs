// The baseline of whole scans: reads all source files below a folder and parses each once. `node bench/lib/parse-all.mjs FOLDER [THREADS]`
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Language, Parser } from 'web-tree-sitter'
import { grammarFile } from './engine.mjs'
import { grammarOf, listSources } from './list-sources.mjs'

if (isMainThread) {
  const [folder, workers = '1'] = process.argv.slice(2)
  const files = listSources(folder).map((path) => join(folder, path))
  const parts = Array.from({ length: Number(workers) }, (_, part) => files.filter((_file, index) => index % Number(workers) === part))
  const counts = Number(workers) === 1 ? [await parseAll(files)] : await Promise.all(parts.map(inThread))
  console.log(`${files.length} files, ${counts.reduce((sum, count) => sum + count, 0)} children of roots`)
} else {
  parentPort.postMessage(await parseAll(workerData))
}

function inThread(files) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: files })
    worker.once('message', resolve).once('error', reject)
  })
}

async function parseAll(files) {
  await Parser.init()
  const parsers = new Map()
  let children = 0
  for (const file of files) {
    const name = grammarOf(file)
    if (name === undefined) continue
    if (!parsers.has(name)) {
      const parser = new Parser()
      parser.setLanguage(await Language.load(grammarFile(name)))
      parsers.set(name, parser)
    }
    const tree = parsers.get(name).parse(readFileSync(file, 'utf8'))
    children += tree.rootNode.childCount
    tree.delete()
  }
  return children
}
