import { defineConfig } from 'vitepress'
import { escapeTemplates } from '../../tools/docs/escape-templates.mjs'
import { linkPages } from '../../tools/docs/link-pages.mjs'
import { listSidebar } from '../../tools/docs/list-sidebar.mjs'
import { slugifyHeading } from '../../tools/docs/slugify-heading.mjs'

/** The documentation site. Its navigation follows `docs/README.md`. VitePress fails the build on a link to a page that does not exist. */
export default defineConfig({
  title: 'Assay',
  description: 'A rule engine that finds security problems in source code and grades the result.',
  lang: 'en',
  outDir: '../.cache/site',
  cacheDir: '../.cache/vitepress',
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  markdown: {
    anchor: { slugify: slugifyHeading },
    config: (markdown) => {
      escapeTemplates(markdown)
      linkPages(markdown)
    },
  },
  themeConfig: {
    // Short words match only as a whole: `a` would otherwise match the start of most words.
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            prefix: (term) => term.length > 2,
            fuzzy: (term) => (term.length > 4 ? 0.2 : false),
            boost: { title: 4, text: 2, titles: 1 },
          },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-scan' },
      { text: 'Reference', link: '/cli' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar: listSidebar(),
  },
})
