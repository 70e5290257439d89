import { loadPeer } from './find-peer.mjs'

/** @param {readonly { path: string, text: string }[]} files JavaScript */
export function createEslint(files) {
  const [eslint, security] = [loadPeer('eslint'), loadPeer('eslint-plugin-security')]
  if ('missing' in eslint) return eslint
  if ('missing' in security) return security
  const plugin = security.module.default ?? security.module
  const rules = plugin.configs.recommended.rules
  const linter = new eslint.module.Linter()
  const config = [
    { files: ['**/*'], plugins: { security: plugin }, rules, linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  ]
  const lint = ({ path, text }) => linter.verify(text, config, { filename: path.replaceAll('\\', '/').split('/').at(-1) }).length
  return {
    name: `eslint ${eslint.version} with eslint-plugin-security ${security.version}, ${Object.keys(rules).length} rules`,
    run: () => files.reduce((sum, file) => sum + lint(file), 0),
    variants: [],
  }
}
