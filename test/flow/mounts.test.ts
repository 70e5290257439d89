import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scanner } from '../../src/node/index.ts'
import { openAccess } from '../rules/open-access.ts'

let scanner: Scanner
beforeAll(async () => {
  scanner = await openAccess()
})
afterAll(() => scanner.close())

interface Case {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

async function severitiesOf({ files }: Case): Promise<readonly string[]> {
  const { findings } = await scanner.scan(Object.entries(files).map(([path, content]) => ({ path, content })))
  return findings.map(({ severity, trace }) => `${severity}, ${trace?.[0].what}`)
}

const ROUTES = "const router = require('express').Router()\nrouter.get('/', (req, res) => sink(sent()))\nmodule.exports = router\n"
const HANDLERS = 'exports.show = (req, res) => sink(sent())\nexports.other = () => {}\n'
const PYTHON_ROUTES = 'router = APIRouter()\n@router.get("/")\ndef show():\n    sink(sent())\n'
const VIEWS = 'def show(request):\n    sink(sent())\n\nclass Show(View):\n    pass\n'

describe('routers that other files mount behind a guard', () => {
  it.each<Case>([
    {
      name: 'a router of Express, mounted with a guard before it',
      files: {
        'app.js': "const { requireAdmin } = require('./auth')\nconst files = require('./routes/files')\napp.use('/files', requireAdmin, files)\n",
        'routes/files.js': ROUTES,
      },
    },
    {
      name: 'one that is required at its mount, below a guard for everything after it',
      files: { 'app.js': "app.use(requireLogin)\napp.use('/files', require('./routes/files'))\n", 'routes/files.js': ROUTES },
    },
    {
      name: 'one below the same path as a guard',
      files: {
        'app.js': "import files from './files.js'\napp.use('/admin', requireAdmin)\napp.use('/admin', files)\n",
        'files.js': ROUTES.replace('module.exports =', 'export default'),
      },
    },
    {
      name: 'a router within a router that is behind a guard',
      files: {
        'app.js': "const routes = require('./routes')\napp.use('/api', [requireAuth], routes)\n",
        'routes/index.js': "const router = require('express').Router()\nrouter.use('/files', require('./files'))\nmodule.exports = router\n",
        'routes/files.js': ROUTES,
      },
    },
    {
      name: 'a handler of a controller',
      files: {
        'routes.js': "const files = require('./controllers/files')\nrouter.get('/', requireAuth, files.show)\n",
        'controllers/files.js': HANDLERS,
      },
    },
    {
      name: 'a handler by its name, in a function that catches its errors, by an index of controllers',
      files: {
        'routes.ts': "import { show } from './controllers'\nrouter.get('/', requireRole('admin'), asyncHandler(show))\n",
        'controllers/index.ts': "export * from './files'\n",
        'controllers/files.ts': 'export async function show(req: Request, res: Response) { sink(sent()) }\n',
      },
    },
    {
      name: 'a method of a controller that was made there',
      files: {
        'routes.js': "import { Files } from './files.js'\nconst files = new Files()\nrouter.route('/').get(requireLogin, files.show.bind(files))\n",
        'files.js': 'export class Files {\n  show(req, res) { sink(sent()) }\n}\n',
      },
    },
    {
      name: 'a handler of a router that is behind a guard itself',
      files: {
        'app.js': "app.use('/files', requireAdmin, require('./routes'))\n",
        'routes.js': "const files = require('./files')\nrouter.get('/', files.show)\nmodule.exports = router\n",
        'files.js': HANDLERS,
      },
    },
    {
      name: 'a router of FastAPI with dependencies',
      files: {
        'main.py': 'from files import router\napp.include_router(router, dependencies=[Depends(require_admin)])\n',
        'files.py': PYTHON_ROUTES,
      },
    },
    {
      name: 'one below an authentication middleware',
      files: {
        'app/main.py':
          'from .routes import files\napp.add_middleware(AuthenticationMiddleware, backend=Backend())\napp.include_router(files.router)\n',
        'app/routes/__init__.py': '',
        'app/routes/files.py': PYTHON_ROUTES,
      },
    },
    {
      name: 'a blueprint of an application that authenticates each request',
      files: {
        'main.py':
          'import files\n@app.before_request\ndef ask():\n    if "user" not in session:\n        return redirect("/login")\n\napp.register_blueprint(files.bp)\n',
        'files.py': PYTHON_ROUTES,
      },
    },
    {
      name: 'a view of Django in a guard',
      files: {
        'site/urls.py': 'from . import views\nurlpatterns = [path("", login_required(views.show))]\n',
        'site/views.py': VIEWS,
        'site/__init__.py': '',
      },
    },
    {
      name: 'a class of views in a guard',
      files: {
        'site/urls.py': 'from .views import Show\nurlpatterns = [path("", staff_member_required(Show.as_view()))]\n',
        'site/views.py': 'class Show(View):\n    def get(self, request):\n        sink(sent())\n',
        'site/__init__.py': '',
      },
    },
  ])('is one severity lower, and says so: $name', async (each) => {
    expect(await severitiesOf(each)).toEqual(['high, untrusted input `sent()`, behind a check of rights'])
  })
})

describe('routers that are also mounted without a guard', () => {
  it.each<Case>([
    { name: 'a router that is mounted without a guard', files: { 'app.js': "app.use('/files', require('./files'))\n", 'files.js': ROUTES } },
    {
      name: 'one that is mounted above the guard',
      files: { 'app.js': "app.use('/files', require('./files'))\napp.use(requireLogin)\n", 'files.js': ROUTES },
    },
    {
      name: 'one that is mounted twice, once without a guard',
      files: { 'app.js': "const files = require('./files')\napp.use('/a', requireLogin, files)\napp.use('/b', files)\n", 'files.js': ROUTES },
    },
    {
      name: 'one that another file mounts without a guard',
      files: { 'app.js': "app.use('/a', requireLogin, require('./files'))\n", 'other.js': "app.use('/b', require('./files'))\n", 'files.js': ROUTES },
    },
    {
      name: 'one beside another that has a guard',
      files: {
        'app.js': "app.use('/a', requireLogin, require('./others'))\napp.use('/b', require('./files'))\n",
        'files.js': ROUTES,
        'others.js': '',
      },
    },
    {
      name: 'a guard that checks nothing',
      files: {
        'app.js': "const requireLogin = (req, res, next) => { log(req.url); next() }\napp.use('/a', requireLogin, require('./files'))\n",
        'files.js': ROUTES,
      },
    },
    { name: 'a call that is no guard', files: { 'app.js': "app.use('/a', bodyParser.json(), require('./files'))\n", 'files.js': ROUTES } },
    {
      name: 'another handler of the same controller',
      files: { 'routes.js': "const files = require('./files')\nrouter.get('/', requireAuth, files.other)\n", 'files.js': HANDLERS },
    },
    {
      name: 'a router of FastAPI with other dependencies',
      files: { 'main.py': 'from files import router\napp.include_router(router, dependencies=[Depends(rate_limit)])\n', 'files.py': PYTHON_ROUTES },
    },
    {
      name: 'a middleware that checks nothing',
      files: {
        'main.py': 'from files import router\napp.add_middleware(SessionMiddleware)\napp.include_router(router)\n',
        'files.py': PYTHON_ROUTES,
      },
    },
    {
      name: 'a view of Django',
      files: { 'urls.py': 'import views\nurlpatterns = [path("", views.show), path("x", login_required(views.other))]\n', 'views.py': VIEWS },
    },
  ])('has the severity of its rule: $name', async (each) => {
    expect(await severitiesOf(each)).toEqual(['critical, untrusted input `sent()`'])
  })
})
