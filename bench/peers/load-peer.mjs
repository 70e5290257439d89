import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../tools/root.mjs'

/**
 * A package to compare with, which this project does not depend on: looked for here, and in the `node_modules` of the folder that ASSAY_BENCH_PEERS names.
 * `missing` says why there is none.
 *
 * @returns {Promise<{ module: any, version: string } | { missing: string }>}
 */
export async function loadPeer(name) {
  const folders = [root, ...(process.env.ASSAY_BENCH_PEERS === undefined ? [] : [process.env.ASSAY_BENCH_PEERS])]
  for (const folder of folders) {
    const require = createRequire(join(folder, 'package.json'))
    try {
      const module = require(name)
      return { module, version: require(`${name}/package.json`).version }
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') return { missing: `${name}: ${error.message.split('\n')[0]}` }
    }
  }
  return { missing: `${name} is not installed: \`npm install ${name}\` in a folder of its own, and name that in ASSAY_BENCH_PEERS` }
}
