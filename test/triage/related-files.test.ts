import { afterAll, describe, expect, it } from 'vitest'
import { prepareTriage } from '../../src/node/index.ts'
import type { TriageLine } from '../../src/node/index.ts'
import { openSamples, type Sample } from './open-triage.ts'

const samples = openSamples()
afterAll(() => samples.close())

const ROUTER: Sample = {
  path: 'src/routes/files.js',
  content: `const express = require('express')
const { checkName } = require('../checks')
const router = express.Router()
router.get('/f', (req, res) => {
  checkName(req.query.name)
  res.sendFile('/data/' + req.query.name)
})
module.exports = router
`,
}
const CHECKS: Sample = {
  path: 'src/checks.js',
  content: 'function checkName(name) {\n  if (!isKnown(name)) report(name)\n}\nmodule.exports = { checkName }\n',
}
const MOUNT: Sample = {
  path: 'src/server.js',
  content:
    "const express = require('express')\nconst files = require('./routes/files')\nconst { requireLogin } = require('./login')\nconst app = express()\napp.use('/files', requireLogin, files)\napp.listen(80)\n",
}
const LOGIN: Sample = {
  path: 'src/login.js',
  content:
    'function requireLogin(req, res, next) {\n  if (!req.session.user) return res.sendStatus(401)\n  next()\n}\nmodule.exports = { requireLogin }\n',
}
const UNRELATED: Sample = { path: 'other/server.js', content: "const files = require('./routes/files')\nuse(files)\n" }

const VIEW: Sample = {
  path: 'app/files.py',
  content: "from flask import request\nimport subprocess\n\ndef show():\n    subprocess.run('ls ' + request.args['dir'], shell=True)\n",
}
const URLS: Sample = {
  path: 'app/urls.py',
  content: "from .files import show\nfrom app import guards\n\ndef register(app):\n    app.add_url_rule('/x', view_func=guards.admins_only(show))\n",
}
const GUARDS: Sample = {
  path: 'app/guards.py',
  content: 'def admins_only(view):\n    def inner():\n        if not is_admin():\n            abort(403)\n        return view()\n    return inner\n',
}

async function contextOf(files: readonly Sample[], changes: { readonly maxContextTokens?: number } = {}) {
  const result = await samples.scan(files)
  const sourceOf = (path: string): string | undefined => files.find((file) => file.path === path)?.content
  const cases = await prepareTriage(result, { sourceOf, paths: files.map(({ path }) => path), ...changes })
  return cases.flatMap((each) => (each.kind === 'prepared' && ['src/routes/files.js', 'app/files.py'].includes(each.file) ? [each.context] : []))[0]
}

const placesOf = (lines: readonly TriageLine[] = []): readonly string[] => [...new Set(lines.map(({ file, role }) => `${file} ${role}`))]

describe('the context of a finding', () => {
  it('has callers of the functions on its path, and what guards them, from other files', async () => {
    const context = await contextOf([ROUTER, CHECKS, MOUNT, LOGIN, UNRELATED])
    expect(placesOf(context?.lines)).toEqual(expect.arrayContaining(['src/server.js caller', 'src/login.js guard', 'src/checks.js guard']))
    expect(placesOf(context?.lines).join()).not.toContain('other/')
    const texts = context?.lines.map(({ text }) => text.trim())
    expect(texts).toEqual(
      expect.arrayContaining([
        "app.use('/files', requireLogin, files)",
        'if (!req.session.user) return res.sendStatus(401)',
        'if (!isKnown(name)) report(name)',
      ]),
    )
  })

  it('has callers by the name of the function in Python', async () => {
    const context = await contextOf([VIEW, URLS, GUARDS])
    expect(placesOf(context?.lines)).toEqual(expect.arrayContaining(['app/urls.py caller', 'app/guards.py guard']))
  })

  it('drops them first if the limit of tokens is small', async () => {
    const context = await contextOf([ROUTER, CHECKS, MOUNT, LOGIN], { maxContextTokens: 120 })
    expect(placesOf(context?.lines)).toContain('src/routes/files.js path')
    expect(placesOf(context?.lines)).not.toContain('src/server.js caller')
    expect(context?.omittedLines).toBeGreaterThan(5)
  })
})
