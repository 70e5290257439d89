import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FOLDERS } from '../../tools/layout.mjs'
import { root } from '../../tools/root.mjs'

describe('the table of docs/architecture.md', () => {
  it('says what tools/layout.mjs says', () => {
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
  it.each(folders)('%s tells in a README of at most 20 lines what comes in, goes out and never happens', (folder) => {
    const lines = readFileSync(join(root, 'src', folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines[0]).toMatch(/^# /)
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
