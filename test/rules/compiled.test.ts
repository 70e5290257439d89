import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LoadedRules, loadRules } from './load-rules.ts'

let loaded: LoadedRules

beforeAll(async () => {
  loaded = await loadRules()
}, 400_000)

describe('compiled code has the findings of its source', () => {
  it.each([
    'host-header-trust/nest.controller.ts',
    'mass-assignment/untyped-bodies.ts',
    'open-redirect/decorated.ts',
    'sql-injection/nest-requests.ts',
    'template-locals-injection/nest.controller.ts',
    'weak-password-policy/schemas.ts',
    'xss-server/pages.controller.ts',
  ])('%s', async (file) => {
    const source = readFileSync(new URL(`../../fixtures/rules/${file}`, import.meta.url), 'utf8').replace(/^.*\/\/ (?:ruleid|ok):.*$/gm, '')
    for (const module of [ts.ModuleKind.CommonJS, ts.ModuleKind.ESNext]) {
      const compiled = compile(source, module)
      expect(await rulesIn('src/a.js', compiled)).toEqual(await rulesIn('src/a.ts', source))
    }
  })
})

function compile(source: string, module: ts.ModuleKind): string {
  const target = ts.ScriptTarget.ES2020
  return ts.transpileModule(source, {
    compilerOptions: { module, target, esModuleInterop: true, experimentalDecorators: true, emitDecoratorMetadata: true },
  }).outputText
}

async function rulesIn(path: string, content: string): Promise<readonly string[]> {
  const { findings } = await loaded.scanner.scan([{ path, content }])
  return findings.map(({ rule }) => rule).sort()
}
