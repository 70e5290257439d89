import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

const PAGES = ['.', 'docs', ...['decisions', 'tutorials', 'how-to', 'reference', 'explanation', 'ci'].map((kind) => `docs/${kind}`)].flatMap(
  (folder) =>
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []).filter((name) => name.endsWith('.md')).map((name) => join(folder, name)),
)

/** READMEs of code folders: found by their location instead of a link. */
const READMES = ['src', 'adapters', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('README.md'))
    .map((name) => join(folder, name)),
)

describe('the pages of this repository', () => {
  it.each([...PAGES, ...READMES])('%s has no broken links', (page) => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  it('are all reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const page of reached)
      for (const target of linksOf(page).map((link) => targetOf(page, link))) if (PAGES.includes(target)) reached.add(target)
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([])
  })
})

function linksOf(page: string): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
}

/** From the root of the repository. */
function targetOf(page: string, link: string): string {
  const [path = ''] = link.split('#')
  return path === '' ? page : join(dirname(page), path)
}

function leadsSomewhere(page: string, link: string): boolean {
  const [, anchor] = link.split('#')
  const target = join(root, targetOf(page, link))
  return existsSync(target) && (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor))
}

/** The anchors that code hosts generate for headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
