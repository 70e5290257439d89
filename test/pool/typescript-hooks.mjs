// Lets a thread run the TypeScript sources as they are, so that tests of threads never test yesterday's build: `--import` this file.
import { register } from 'node:module'

const hooks = `
import { readFile } from 'node:fs/promises'
import ts from ${JSON.stringify(import.meta.resolve('typescript'))}

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const text = await readFile(new URL(url), 'utf8')
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
  return { format: 'module', shortCircuit: true, source: ts.transpileModule(text, { compilerOptions }).outputText }
}
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
