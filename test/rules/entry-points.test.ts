import { expect, it } from 'vitest'
import { createScannerFromData } from '../../src/index.ts'
import { judgeModels } from '../../src/testing/index.ts'
import { builtInModels } from '../flow/built-in-models.ts'
import { scannerData } from '../flow/open-flow-scanner.ts'

const PYTHON = `library: acme
languages: [python]
sources:
  - { value: "acme.Request().{json(),query,body()}", kind: acme-request }
entry-points:
  - { call: acme.App().add, function: "Argument[1]", parameters: { "Parameter[0]": acme.Request } }
  - { decorator: acme.App().route, arguments: { "0": "/texts" }, parameters: { "Parameter[1..]": acme-request } }
  - { methods: [get], bases: ["*View"], except: ["*_id"], texts: true, parameters: { "Parameter[*]": acme-request } }
tests: |
  === a parameter has the parts of its type, whatever calls it
  import acme
  app = acme.App()
  async def save(incoming):
      data = await incoming.json()
      strict(data['name'])  # BAD
  async def find(incoming):
      strict(incoming.query['name'])  # BAD
  async def show(incoming):
      strict(read(incoming))  # BAD
  async def other(incoming):
      sink(incoming.state)
  def read(given):
      return given.body()
  app.add('/', save)
  app.add('/', find)
  app.add('/', show)
  app.add('/', other)
  === functions with a decorator that is called with an argument
  import acme
  app = acme.App()
  @app.route('/texts')
  def texts(first, second):
      sink(first)
      strict(second)  # BAD
  @app.route('/others')
  def others(first, second):
      sink(second)
  === methods of classes
  import acme
  class ListView(acme.BaseView):
      def get(self, name, row_id, count: int, word: str, service: Service):
          strict(name)  # BAD
          sink(row_id)
          sink(count)
          strict(word)  # BAD
          sink(service)
  class FilmView(ListView):
      def get(self, name):
          strict(name)  # BAD
`

const SCRIPT = `library: acme
languages: [javascript, typescript]
entry-points:
  - { call: acme.serve, function: "Argument[0].Property[commands].Property[*]", parameters: { "Parameter[1]": acme-command } }
  - { properties: [resolve, Query.*], imports: [acme], parameters: { "Parameter[1]": acme-command } }
  - { directive: use acme, parameters: { "Parameter[*]": acme-command } }
  - { methods: [get], bases: ["*Handler"], parameters: { "Parameter[0]": acme-command } }
tests: |
  === a property of an argument
  import { serve } from 'acme'
  import { commands } from './commands.js'
  serve({ commands, others: { hide: (context, given) => sink(given) } })
  --- commands.js
  export const commands = { show: (context, given) => strict(given) }  // BAD
  === properties of objects
  import 'acme'
  export const field = { resolve: (root, given) => strict(given) }  // BAD
  export const other = { reject: (root, given) => sink(given) }
  export const root = { Query: { film(context, given) { strict(given) } } }  // BAD
  === functions with a directive, and methods
  async function save(given) {
    'use acme'
    strict(given)  // BAD
  }
  class FilmHandler extends BaseHandler {
    get(given) { strict(given) }  // BAD
  }
  class FilmWorker extends BaseWorker {
    get(given) { sink(given) }
  }
  --- commands.ts
  'use acme'
  export async function run(text: string, count: number) {
    strict(text)  // BAD
    sink(count)
  }
  export const more = async (text) => strict(text)  // BAD
  function helper(text) { sink(text) }
  helper('')
`

it('entry points of models: functions by place, property, directive and method, parameters by type', async () => {
  const { diagnostics } = await judgeModels({
    models: [
      { path: 'models/acme.yaml', text: PYTHON },
      { path: 'models/acme-script.yaml', text: SCRIPT },
    ],
    base: builtInModels,
    createScanner: (folder) => createScannerFromData({ ...scannerData, folders: [folder] }),
  })
  expect(diagnostics).toEqual([])
})
