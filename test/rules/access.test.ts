import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scanner } from '../../src/node/index.ts'
import { openAccess } from './open-access.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await openAccess()
})
afterAll(() => scanner.close())

interface Case {
  readonly name: string
  readonly path: string
  readonly code: string
}

const severityOf = async ({ path, code }: Case): Promise<string[]> => {
  const { findings } = await scanner.scan([{ path, content: code }])
  return findings.map(({ severity }) => severity)
}

const VIEW = 'def view():\n    sink(sent())\n'
const HANDLER = '(req, res) => sink(sent())'

describe('code behind a check of rights has one severity less', () => {
  test.each<Case>([
    { name: 'a decorator that requires a login', path: 'a.py', code: `@login_required\n${VIEW}` },
    {
      name: 'a decorator of the program that requires a right',
      path: 'a.py',
      code: `from auth import needs_scope\n@app.get("/")\n@needs_scope("admin")\n${VIEW}`,
    },
    { name: 'an option of a decorator', path: 'a.py', code: `@auth(admin=True)\n${VIEW}` },
    { name: 'a base class', path: 'a.py', code: 'class Jobs(PermissionRequiredMixin, View):\n    def get(self):\n        sink(sent())\n' },
    {
      name: 'classes of permissions',
      path: 'a.py',
      code: 'class Jobs(APIView):\n    permission_classes = [IsAdminUser]\n    def get(self):\n        sink(sent())\n',
    },
    { name: 'a dependency', path: 'a.py', code: 'def view(user=Depends(require_admin)):\n    sink(sent())\n' },
    {
      name: 'a dependency of the route',
      path: 'a.py',
      code: `@router.post("", dependencies=[Depends(limit), Depends(check_admin)])\nasync ${VIEW}`,
    },
    {
      name: 'a dependency of all routes of a router',
      path: 'a.py',
      code: `jobs = fastapi.APIRouter(prefix="/jobs", dependencies=[Security(auth.require_scope)])\n@jobs.get("/")\n${VIEW}`,
    },
    { name: 'a first statement', path: 'a.py', code: 'def view():\n    if not current_user.is_admin:\n        abort(403)\n    sink(sent())\n' },
    {
      name: 'a handler of another file before it',
      path: 'a.js',
      code: `const { requireAdmin } = require('./auth')\napp.get('/', requireAdmin, ${HANDLER})\n`,
    },
    { name: 'one that is made with a role', path: 'a.js', code: `app.get('/', rights.requireRole('admin'), ${HANDLER})\n` },
    {
      name: 'one of this file that refuses',
      path: 'a.js',
      code: `function ensureLoggedIn(req, res, next) { if (!req.user) return res.sendStatus(401); next() }\napp.get('/', ensureLoggedIn, ${HANDLER})\n`,
    },
    { name: 'one for all routes below', path: 'a.js', code: `router.use(authenticate)\nrouter.get('/', ${HANDLER})\n` },
    {
      name: 'a refusal in the handler',
      path: 'a.ts',
      code: "app.get('/', (req, res) => {\n  if (!req.user.isAdmin) return res.sendStatus(403)\n  sink(sent())\n})\n",
    },
    { name: 'a guard of a class', path: 'a.ts', code: "@UseGuards(AuthGuard('jwt'))\nexport class Jobs {\n  run() {\n    sink(sent())\n  }\n}\n" },
  ])('$name', async (each) => {
    expect(await severityOf(each)).toEqual(['high'])
  })
})

describe('public code has the severity of the rule', () => {
  test.each<Case>([
    { name: 'a view with another decorator', path: 'a.py', code: `@app.get("/admin")\n@cached\n${VIEW}` },
    { name: 'a view with a dependency that checks no right', path: 'a.py', code: `@router.get("/", dependencies=[Depends(limit)])\n${VIEW}` },
    {
      name: 'a view with a path that contains the word dependencies',
      path: 'a.py',
      code: `@router.get("/", summary="dependencies=[Depends(check_admin)]")\n${VIEW}`,
    },
    {
      name: 'a route of another router',
      path: 'a.py',
      code: `jobs = APIRouter(dependencies=[Depends(check_admin)])\npages = APIRouter()\n@pages.get("/")\n${VIEW}`,
    },
    { name: 'a view beside one with a login', path: 'a.py', code: `@login_required\ndef other():\n    pass\n${VIEW}` },
    {
      name: 'a question that refuses nothing',
      path: 'a.py',
      code: 'def view():\n    if not current_user.is_admin:\n        show = False\n    sink(sent())\n',
    },
    { name: 'a base class that only reads like one', path: 'a.py', code: 'class Admin(View):\n    def get(self):\n        sink(sent())\n' },
    {
      name: 'a handler before it that only looks',
      path: 'a.js',
      code: `function authLog(req, res, next) { log(req.user); next() }\napp.get('/', authLog, ${HANDLER})\n`,
    },
    {
      name: 'one of this file that refuses nothing',
      path: 'a.js',
      code: `const requireUser = (req, res, next) => { req.user ??= guest; next() }\napp.get('/', requireUser, ${HANDLER})\n`,
    },
    { name: 'a route above the check', path: 'a.js', code: `router.get('/', ${HANDLER})\nrouter.use(authenticate)\n` },
    {
      name: 'a route beside one that refuses',
      path: 'a.js',
      code: `app.get('/a', (req, res) => { if (!req.user.isAdmin) return res.sendStatus(403) })\napp.get('/b', ${HANDLER})\n`,
    },
  ])('$name', async (each) => {
    expect(await severityOf(each)).toEqual(['critical'])
  })
})

test.each<Case>([
  { name: 'a decorator', path: 'a.py', code: `@login_required\n${VIEW}` },
  { name: 'a handler before it', path: 'a.js', code: `const { requireAdmin } = require('./auth')\napp.get('/', requireAdmin, ${HANDLER})\n` },
  { name: 'a handler before all routes', path: 'a.js', code: `router.use(authenticate)\nrouter.get('/', ${HANDLER})\n` },
])('what victims send keeps its severity behind a check of rights: $name', async ({ path, code }) => {
  const victims = await openAccess('high', ', sent-by-victim: true')
  try {
    const { findings } = await victims.scan([{ path, content: code }])
    expect(findings.map(({ severity }) => severity)).toEqual(['critical'])
  } finally {
    await victims.close()
  }
})
