/**
 * Keeps double braces in the text of a page, as VitePress would otherwise evaluate them as a Vue expression.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function escapeTemplates({ renderer: { rules } }) {
  for (const name of ['text', 'code_inline']) {
    const render = rules[name]
    if (render !== undefined) rules[name] = (...parts) => render(...parts).replaceAll('{{', '&#123;&#123;')
  }
}
