import { beforeAll, describe, expect, test } from 'vitest'
import { type LoadedRules, loadRules } from './load-rules.ts'

let loaded: LoadedRules
beforeAll(async () => {
  loaded = await loadRules()
}, 400_000)

interface Case {
  readonly name: string
  readonly code: string
  readonly path?: string
}

const tellsOf = async ({ code, path = 'views.py' }: Case): Promise<string[]> => {
  const { findings } = await loaded.scanner.scan([{ path, content: code }])
  return findings.filter(({ rule }) => rule === 'path-traversal').map(({ severity, confidence }) => `${severity}, ${confidence}`)
}

const FLASK = 'import os\nfrom flask import Flask, request, send_file\nfrom flask.views import MethodView\napp = Flask(__name__)\n'
const FASTAPI = 'import os\nfrom fastapi import APIRouter, Path\nfrom fastapi.responses import FileResponse\nrouter = APIRouter()\n'
const SENDS = '    return send_file(os.path.join("/srv/files", name))\n'
const ANSWERS = '    return FileResponse(os.path.join("/srv/files", name))\n'

describe('a part of the path that holds no slash is a weak source of paths', () => {
  test.each<Case>([
    { name: 'a route of Flask', code: `${FLASK}@app.route("/files/<name>")\ndef show(name):\n${SENDS}` },
    {
      name: 'a converter of texts beside a number',
      code: `${FLASK}@app.get("/<int:order>/<string(length=8):name>/raw")\ndef show(order, name):\n${SENDS}`,
    },
    {
      name: 'a class of views that is registered',
      code: `${FLASK}class Files(MethodView):\n    def get(self, name):\n    ${SENDS}app.add_url_rule("/files/<name>", view_func=Files.as_view("files"))\n`,
    },
    { name: 'path parameters of the request', code: `${FLASK}def show():\n    name = request.view_args["name"]\n${SENDS}` },
    { name: 'a route of FastAPI', code: `${FASTAPI}@router.get("/files/{name}")\nasync def show(name: str):\n${ANSWERS}` },
    {
      name: 'a route of FastAPI with an annotated parameter',
      code: `${FASTAPI}@router.get("/files/{name}")\nasync def show(deep: bool, name: str = Path(max_length=9)):\n${ANSWERS}`,
    },
    {
      name: 'the third part of a route of FastAPI, in a helper',
      code: `${FASTAPI}def answer(kind, name):\n    place = f"logs/{name}.txt"\n    return FileResponse(path=place)\n@router.get("/{mode}/{kind}/{name}", dependencies=[])\ndef show(mode: str, kind: str, name: str):\n    return answer(kind, name)\n`,
    },
    {
      name: 'parts of a route of FastAPI behind the request',
      code: `${FASTAPI}@router.get("/{kind}/{name}")\ndef show(request: Request, kind: str, name: str, page: int):\n${ANSWERS}`,
    },
  ])('$name', async (each) => {
    expect(await tellsOf(each)).toEqual(['low, low'])
  })
})

describe('a parameter that may contain a slash has the severity of the rule', () => {
  const ROUTE = "const path = require('path')\nconst fs = require('fs')\nconst app = require('express')()\n"
  test.each<Case>([
    { name: 'a path of Flask', code: `${FLASK}@app.route("/files/<path:name>")\ndef show(name):\n${SENDS}` },
    { name: 'one of two routes', code: `${FLASK}@app.route("/files/<name>")\n@app.route("/all/<path:name>")\ndef show(name):\n${SENDS}` },
    {
      name: 'a class of views that is registered for paths',
      code: `${FLASK}class Files(MethodView):\n    def get(self, name):\n    ${SENDS}app.add_url_rule("/files/<path:name>", view_func=Files.as_view("files"))\n`,
    },
    { name: 'the query', code: `${FLASK}@app.route("/files/<kind>")\ndef show(kind):\n    name = request.args["name"]\n${SENDS}` },
    {
      name: 'a query of FastAPI behind two parts',
      code: `${FASTAPI}@router.get("/{mode}/{kind}")\ndef show(mode: str, kind: str, name: str):\n${ANSWERS}`,
    },
    {
      name: 'a path of FastAPI behind two parts',
      code: `${FASTAPI}@router.get("/{mode}/{kind}/{name:path}")\ndef show(mode: str, kind: str, name: str):\n${ANSWERS}`,
    },
    { name: 'a path of FastAPI', code: `${FASTAPI}@router.get("/files/{name:path}")\nasync def show(name: str):\n${ANSWERS}` },
    {
      name: 'a query of FastAPI beside a number',
      code: `${FASTAPI}@router.get("/files/{order}")\nasync def show(order: int, name: str):\n${ANSWERS}`,
    },
    { name: 'a query of FastAPI', code: `${FASTAPI}@router.get("/files/{kind}")\nasync def show(kind: str, name: str):\n${ANSWERS}` },
    {
      name: 'a part that Express decodes afterwards',
      path: 'app.js',
      code: `${ROUTE}app.get('/files/:name', (req, res) => fs.createReadStream(path.join('/srv/files', req.params.name)).pipe(res))\n`,
    },
  ])('$name', async (each) => {
    expect(await tellsOf(each)).toEqual(['high, medium'])
  })
})
