import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../src/version.ts'
import { root } from '../../tools/root.mjs'

describe('the version', () => {
  const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  it('is the same in results and in package.json', () => {
    expect(ENGINE_VERSION).toBe(manifest.version)
  })

  it('is that of the tarball in the README', () => {
    const tarballs = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/assay-(\d\S*)\.tgz/g)].map(([, version = '']) => version)
    expect([...new Set(tarballs)]).toEqual([manifest.version])
  })

  it('has a section in the changelog once it is released', () => {
    const headings = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(.+?)\]/gm)].map(([, name = '']) => name)
    expect(headings[0]).toBe('Unreleased')
    if (headings.length > 1) expect(headings[1]).toBe(manifest.version)
  })
})
