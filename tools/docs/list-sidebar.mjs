import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** The sidebars of the site: its pages as `docs/README.md` lists them, and below `/rules/` the rules by category. */
export function listSidebar() {
  return { '/': readIndex('docs/README.md', ''), '/rules/': [{ text: 'All rules', link: '/rules/' }, ...readIndex('docs/rules/README.md', 'rules/')] }
}

/**
 * One group for each heading of level 2, with the first link of each list item or table row below it.
 *
 * @param {string} file
 * @param {string} folder its folder in `docs/`, with a slash at its end
 */
function readIndex(file, folder) {
  /** @type {{ text: string, collapsed: boolean, items: { text: string, link: string }[] }[]} */
  const groups = []
  for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? []
    if (heading !== undefined) groups.push({ text: heading, collapsed: folder !== '', items: [] })
    const [, text, path] = /^(?:- |\| )\[([^\]]+)\]\(([^)#]+\.md)\)/.exec(line) ?? []
    if (text !== undefined) groups.at(-1)?.items.push({ text, link: `/${folder}${path.replace(/README\.md$/, '').replace(/\.md$/, '')}` })
  }
  return groups
}
