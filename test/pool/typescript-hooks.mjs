// Lets a thread run the TypeScript sources as they are, so that tests of threads never test yesterday's build: `--import` this file.
import { register } from 'node:module'
import { readThreadBundle } from './read-thread-bundle.mjs'

// Transpiled code is cached by the hash of its source: loading the compiler takes longer than the rest of a thread's start.
const hooks = `
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const bundled = ${JSON.stringify(readThreadBundle())}
const cache = new URL(${JSON.stringify(new URL('../../.cache/typescript-hooks/', import.meta.url).href)})
mkdirSync(cache, { recursive: true })

export async function resolve(specifier, context, nextResolve) {
  const url = bundled[specifier.startsWith('.') ? new URL(specifier, context.parentURL).href : specifier]
  return url === undefined ? nextResolve(specifier, context) : { url, format: 'module', shortCircuit: true }
}

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const text = readFileSync(new URL(url), 'utf8')
  const kept = new URL(createHash('sha256').update(text).digest('hex') + '.js', cache)
  return { format: 'module', shortCircuit: true, source: read(kept) ?? await transpile(text, kept) }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

async function transpile(text, kept) {
  const { default: ts } = await import(${JSON.stringify(import.meta.resolve('typescript'))})
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  const own = new URL(kept.href + '.' + process.pid + '.' + Math.random())
  writeFileSync(own, outputText)
  renameSync(own, kept)
  return outputText
}
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
