import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADAPTER_FOLDERS, FOLDERS } from '../../tools/layout.mjs'
import { root } from '../../tools/root.mjs'

describe('the table of docs/architecture.md', () => {
  it('shows the table of tools/layout.mjs', () => {
    const told = rowsOf(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
    expect(told).toEqual(FOLDERS.map(({ folder, folders, packages }) => ({ folder, folders: folders.toSorted(), packages: packages.toSorted() })))
  })

  it('has a row for each folder of src', () => {
    const folders = readdirSync(join(root, 'src')).filter((name) => statSync(join(root, 'src', name)).isDirectory())
    expect(FOLDERS.map(({ folder }) => folder)).toEqual(expect.arrayContaining(folders))
  })
})

describe('each folder of src', () => {
  const folders = readdirSync(join(root, 'src')).filter((name) => statSync(join(root, 'src', name)).isDirectory())
  /** The README of `flow` draws a program through every stage of the engine. */
  const mostLines = (folder: string): number => (folder === 'flow' ? 150 : 20)
  it.each(folders)('%s has a short README with a heading', (folder) => {
    const lines = readFileSync(join(root, 'src', folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(mostLines(folder))
    expect(lines[0]).toMatch(/^# /)
  })
})

describe.each(Object.entries(ADAPTER_FOLDERS))('adapters/%s', (adapter, folders) => {
  const top = join(root, 'adapters', adapter)
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const modules = names.filter((name) => /\.tsx?$/.test(name))

  it('has the folders of tools/layout.mjs', () => {
    const used = new Set(modules.filter((name) => name.includes('/')).map((name) => name.slice(0, name.lastIndexOf('/'))))
    expect([...used].toSorted()).toEqual(folders.toSorted())
  })

  it('has the same order of folders in docs/architecture.md', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const line = page.split('\n').find((text) => text.startsWith(`- \`adapters/${adapter}\`: `)) ?? ''
    expect(namesIn(line).slice(1)).toEqual(folders)
  })

  it.each(['', ...folders.map((folder) => `${folder}/`)])('holds at most 12 modules and a short README in ./%s', (folder) => {
    const own = modules.filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes('/'))
    expect(own.length).toBeLessThanOrEqual(12)
    const lines = readFileSync(join(top, folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines[0]).toBe(`# ${`${adapter}/${folder}`.replace(/\/$/, '')}`)
    for (const word of ['**Input:**', '**Output:**', 'Invariants:']) expect(lines.join('\n')).toContain(word)
  })
})

function rowsOf(page: string) {
  const table = page.slice(page.indexOf('<!-- layout -->'), page.indexOf('<!-- /layout -->'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [, folder = '', folders = '', packages = ''] = row.split('|')
    return { folder: namesIn(folder)[0], folders: namesIn(folders).toSorted(), packages: namesIn(packages).toSorted() }
  })
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}
