import { describe, expect, it } from 'vitest'
import { createScanner } from '../../src/node/index.ts'

interface NamedFlow {
  readonly name: string
  readonly path: string
  readonly code: string
  readonly rule: string
  readonly source: string
  readonly description: RegExp
}

const EXPRESS = "const express = require('express'); const { exec } = require('child_process'); const app = express()\n"
const FLASK = 'import os\nfrom flask import Flask, request\napp = Flask(__name__)\n'
const inExpress = (statement: string): string => `${EXPRESS}app.post('/:id', (req, res) => {\n${statement}\n})\n`
const inFlask = (statement: string): string => `${FLASK}@app.route("/x")\ndef x():\n    ${statement}\n    return ""\n`

const FLOWS: readonly NamedFlow[] = [
  {
    name: 'a query parameter by member access, through a variable',
    path: 'a.js',
    code: inExpress('const dir = req.query.dir\nexec(`ls ${dir}`)'),
    rule: 'command-injection',
    source: 'request query parameter `dir`',
    description: /^Request query parameter `dir` reaches `exec` as a shell command\. User-controlled input /,
  },
  {
    name: 'a query parameter by a key in brackets',
    path: 'a.js',
    code: inExpress("exec('ls ' + req.query['dir'])"),
    rule: 'command-injection',
    source: 'request query parameter `dir`',
    description: /^Request query parameter `dir` reaches `exec`/,
  },
  {
    name: 'a body field by destructuring',
    path: 'a.js',
    code: inExpress("const { name } = req.body\nres.send('<b>' + name + '</b>')"),
    rule: 'xss-server',
    source: 'request body field `name`',
    description: /^Request body field `name` reaches `send` as an HTML response\./,
  },
  {
    name: 'a route parameter in a handler with other parameter names',
    path: 'a.js',
    code: `${EXPRESS}app.get('/:id', (incoming, outgoing) => { exec('ls ' + incoming.params.id) })\n`,
    rule: 'command-injection',
    source: 'route parameter `id`',
    description: /^Route parameter `id` reaches `exec`/,
  },
  {
    name: 'a whole part of the request without known parameters',
    path: 'a.js',
    code: inExpress("exec('ls ' + Object.values(req.query).join(' '))"),
    rule: 'command-injection',
    source: 'request query parameters `req.query`',
    description: /^Request query parameters `req\.query` reach `exec`/,
  },
  {
    name: 'command-line arguments',
    path: 'a.js',
    code: "const { exec } = require('child_process')\nexec('ls ' + process.argv[2])\n",
    rule: 'command-injection',
    source: 'command-line arguments `process.argv`',
    description: /^Command-line arguments `process\.argv` reach `exec`/,
  },
  {
    name: 'a query parameter that `get` returns',
    path: 'a.py',
    code: inFlask('os.system("ls " + request.args.get("dir"))'),
    rule: 'command-injection',
    source: 'request query parameter `dir`',
    description: /^Request query parameter `dir` reaches `system`/,
  },
  {
    name: 'a form field',
    path: 'a.py',
    code: inFlask('os.system("ls " + request.form["dir"])'),
    rule: 'command-injection',
    source: 'form field `dir`',
    description: /^Form field `dir` reaches `system`/,
  },
  {
    name: 'a field of a JSON body',
    path: 'a.py',
    code: inFlask('os.system("ls " + request.get_json()["dir"])'),
    rule: 'command-injection',
    source: 'JSON body field `dir`',
    description: /^JSON body field `dir` reaches `system`/,
  },
  {
    name: 'a header',
    path: 'a.py',
    code: inFlask('os.system("ls " + request.headers["X-Dir"])'),
    rule: 'command-injection',
    source: 'request header `X-Dir`',
    description: /^Request header `X-Dir` reaches `system`/,
  },
  {
    name: 'a message of a queue with a constant name',
    path: 'a.js',
    code: "const amqp = require('amqplib'); const { exec } = require('child_process')\nasync function work(channel) {\n  await channel.consume('clips', (message) => exec('ffmpeg -i ' + message.content))\n}\nmodule.exports = async () => work(await (await amqp.connect(process.env.BROKER)).createChannel())\n",
    rule: 'command-injection',
    source: 'message of queue `clips`',
    description: /^Message of queue `clips` reaches `exec`/,
  },
  {
    name: 'a message of a queue in Python, by keyword',
    path: 'a.py',
    code: "import os, pika\ndef work(channel, method, properties, body):\n    os.system('ffmpeg -i ' + body.decode())\npika.BlockingConnection().channel().basic_consume(queue='clips', on_message_callback=work)\n",
    rule: 'command-injection',
    source: 'message of queue `clips`',
    description: /^Message of queue `clips` reaches `system`/,
  },
  {
    name: 'a message of a queue whose name is not known',
    path: 'a.py',
    code: "import os, pika\nfrom settings import QUEUE\ndef work(channel, method, properties, body):\n    os.system('ffmpeg -i ' + body.decode())\nchannel = pika.BlockingConnection().channel()\nchannel.basic_consume(QUEUE, work)\n",
    rule: 'command-injection',
    source: 'message of the queue',
    description: /^Message of the queue reaches `system`/,
  },
]

const scanner = await createScanner()

describe('findings of data flow name the source and the sink:', () => {
  it.each(FLOWS)('$name', async ({ path, code, rule, source, description }) => {
    const { findings } = await scanner.scan([{ path, content: code }])
    const found = findings.find((finding) => finding.rule === rule)
    expect(found?.trace?.[0].what).toBe(source)
    expect(found?.description).toMatch(description)
  })
})
