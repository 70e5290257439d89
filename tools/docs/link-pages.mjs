import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../root.mjs'

const docs = join(root, 'docs')

/**
 * Adapts the links of a page to the site: `README.md` is `index.md` there, and a file outside `docs/` has no page, so its link becomes text.
 * Throws when such a file does not exist; VitePress itself checks the links between pages.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function linkPages(markdown) {
  markdown.core.ruler.push('link-pages', ({ tokens, env }) => {
    for (const { children } of tokens) if (children !== null) adaptLinks(children, env.path)
  })
}

/** `page` is its path on disk. */
function adaptLinks(tokens, page) {
  let isOutside = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const [path, anchor] = (token.attrGet('href') ?? '').split('#')
      isOutside = isOutsideDocs(path, page)
      if (isOutside) dropTag(token)
      else token.attrSet('href', [path.replace(/(^|\/)README\.md$/, '$1index.md'), ...(anchor === undefined ? [] : [anchor])].join('#'))
    } else if (token.type === 'link_close' && isOutside) {
      dropTag(token)
    }
  }
}

function isOutsideDocs(path, page) {
  if (path === '' || /^[a-z]+:/.test(path)) return false
  const target = join(dirname(page), path)
  if (!relative(docs, target).startsWith('..')) return false
  if (!existsSync(target)) throw new Error(`${relative(root, page)} links to \`${path}\`, which does not exist`)
  return true
}

function dropTag(token) {
  token.type = 'text'
  token.tag = ''
  token.content = ''
}
