import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

interface Locked {
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const manifest: Record<'allowScripts', Record<string, boolean>> & Record<'dependencies' | 'devDependencies', Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

describe('the lock file', () => {
  it('has the binaries of every platform, without which `npm ci` refuses it', () => {
    const lacking = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      path === ''
        ? []
        : Object.keys(optionalDependencies)
            .filter((name) => !isLocked(path, name))
            .map((name) => `${path} lacks ${name}`),
    )
    expect(lacking).toEqual([])
  })

  it('has no package with an unreviewed install script', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(names.filter((name) => manifest.allowScripts[name] === undefined)).toEqual([])
  })

  it('needs no install script', () => {
    expect(Object.values(manifest.allowScripts).filter((allowed) => allowed)).toEqual([])
  })

  it('has no address of a registry', () => {
    expect(Object.entries(packages).filter(([, entry]) => 'resolved' in entry)).toEqual([])
  })
})

describe('the manifest', () => {
  it('names one version of each package', () => {
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('has no dependency that no shipped module imports', () => {
    const modules = ['src', 'adapters'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    const isImported = (name: string): boolean => modules.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
    expect(Object.keys(manifest.dependencies).filter((name) => !isImported(name))).toEqual([])
  })
})

/** Resolved as in Node: next to the package or next to a package around it. */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`] !== undefined) return true
    if (at === '') return false
  }
}
