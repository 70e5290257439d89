import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

/** Loads its built-in modules only after a check that it runs in Node. */
const ASKS_FIRST = 'node_modules/web-tree-sitter/'

describe('modules that a browser loads with the main entry point', () => {
  it('needs no builtin of Node, packages included', async () => {
    const modules = await modulesReachedFrom('src/index.ts')
    expect(modules.length).toBeGreaterThan(50)
    const builtins = modules.flatMap(({ source, dependencies }) =>
      dependencies.filter(({ coreModule }) => coreModule).map(({ module }) => `${source} needs ${module}`),
    )
    expect(builtins.filter((need) => !need.startsWith(ASKS_FIRST))).toEqual([])
  }, 60_000)
})

/** Resolved as a bundler for browsers does: the `browser` condition, no types. */
async function modulesReachedFrom(door: string): Promise<ICruiseResult['modules']> {
  const resolve = { conditionNames: ['browser', 'import', 'default'], exportsFields: ['exports'], mainFields: ['browser', 'module', 'main'] }
  const { output } = await cruise([door], { baseDir: root, tsPreCompilationDeps: false, enhancedResolveOptions: resolve }, resolve)
  if (typeof output === 'string') throw new Error(output)
  return output.modules
}
