import { PY, type Row, testRows } from '../matchers/test-rows.ts'

const calls = (name: string, title: string, code: string): Row => ({ name: title, match: { call: name }, code })
const named = (name: string, title: string, code: string): Row => ({
  name: title,
  match: { call: 'sink', arguments: { '0': { symbol: name } } },
  code,
})

testRows('names from imports of Python', PY, [
  calls('os.system', 'module', 'import os\n⟦os.system(x)⟧\n'),
  calls('os.system', 'module with an alias', 'import os as o\n⟦o.system(x)⟧\nos.system(y)\n'.replace('os.system(y)\n', '')),
  calls('os.system', 'member', 'from os import system\n⟦system(x)⟧\n'),
  calls('os.system', 'member with an alias', 'from os import system as s\n⟦s(x)⟧\nsystem(y)\n'),
  calls('os.system', 'several members in parentheses', 'from os import (path, system as s, popen,)\n⟦s(x)⟧\n'),
  calls('os.popen', 'several members on lines', 'from os import (\n  system,\n  popen,\n)\n⟦popen(x)⟧\n'),
  calls('os.path.join', 'submodule', 'import os.path\n⟦os.path.join(x)⟧\n'),
  calls('os.system', 'submodule binds the package', 'import os.path\n⟦os.system(x)⟧\n'),
  calls('os.path.join', 'submodule with an alias', 'import os.path as p\n⟦p.join(x)⟧\n'),
  calls('os.path.join', 'submodule as a member', 'from os import path\n⟦path.join(x)⟧\n'),
  calls('os.path.join', 'member of a submodule', 'from os.path import join\n⟦join(x)⟧\n'),
  calls('os.system', 'twice in different ways', 'import os.path\nimport os\n⟦os.system(x)⟧\n'),
  calls('os.system', 'several modules at once', 'import sys, os, re\n⟦os.system(x)⟧\n'),
  calls('os.system', 'star', 'from os import *\n⟦system(x)⟧\nprint(y)\n'),
  calls('print', 'a built-in is not from a star', 'from os import *\n⟦print(y)⟧\n'),
  calls('os.system', 'two stars leave it open', 'from os import *\nfrom sys import *\nsystem(x)\n'),
  calls('system', 'a name of the file is not from a star', 'from os import *\ndef system(x): pass\n⟦system(x)⟧\n'),
  calls('os.system', 'inside a function', 'def f():\n  import os\n  ⟦os.system(x)⟧\n'),
  calls('os.system', 'below its use', 'def f():\n  ⟦os.system(x)⟧\nimport os\n'),
  calls('yaml.load', 'conditional, None otherwise', 'try:\n  import yaml\nexcept ImportError:\n  yaml = None\n⟦yaml.load(x)⟧\n'),
  calls('yaml.load', 'None first', 'yaml = None\ntry:\n  import yaml\nexcept ImportError:\n  pass\n⟦yaml.load(x)⟧\n'),
  calls(
    'simplejson.loads',
    'conditional, another module otherwise',
    'try:\n  import simplejson as json\nexcept ImportError:\n  import json\n⟦json.loads(x)⟧\n',
  ),
  calls('cPickle.loads', 'conditional by version', 'if PY2:\n  import cPickle as pickle\nelse:\n  import pickle\n⟦pickle.loads(x)⟧\n'),
  calls('db.query', 'relative module', 'from . import db\n⟦db.query(x)⟧\n'),
  calls('query', 'member of a relative module', 'from .db import query\n⟦query(x)⟧\n'),
  calls('query', 'member of a relative module with an alias', 'from ..db import query as q\n⟦q(x)⟧\n'),
  calls('os.system', '__import__', "⟦__import__('os').system(x)⟧\n"),
  calls('os.system', 'importlib', "import importlib\nm = importlib.import_module('os')\n⟦m.system(x)⟧\n"),
  calls('os.system', 'reassigned is not resolved', 'from os import system\nsystem = wrap(system)\nsystem(x)\n'),
  calls('os.system', 'rebound', 'import os\no = os\nrun = o.system\n⟦run(x)⟧\n'),
  calls('os.system', 'rebound by unpacking', 'import os, sys\na, b = os, sys\n⟦a.system(x)⟧\nb.system(y)\n'),
  calls('subprocess.run', 'partial', 'import functools, subprocess\nrun = functools.partial(subprocess.run, shell=True)\n⟦run(x)⟧\n'),
  calls('subprocess.run', 'partial imported', 'from functools import partial\nfrom subprocess import run\nr = partial(run, shell=True)\n⟦r(x)⟧\n'),
  calls('os.popen', 'spread into a list', 'import os\nlines = [⟦*os.popen(x)⟧]\nmore = [1, *⟦os.popen(y)⟧]\nboth = {⟦*os.popen(z)⟧}\n'),
  calls('eval', 'builtins', 'import builtins\n⟦builtins.eval(x)⟧\n'),
  calls('eval', 'from builtins', 'from builtins import eval as e\n⟦e(x)⟧\n'),
])

testRows('names of what is made in Python', PY, [
  calls(
    'sqlite3.connect().cursor().execute',
    'chain of results',
    "import sqlite3\nconn = sqlite3.connect('x')\ncur = conn.cursor()\n⟦cur.execute(q)⟧\n",
  ),
  calls('sqlite3.connect().cursor().execute', 'at once', "import sqlite3\n⟦sqlite3.connect('x').cursor().execute(q)⟧\n"),
  calls('sqlite3.connect().execute', 'with', "import sqlite3\nwith sqlite3.connect('x') as conn:\n  ⟦conn.execute(q)⟧\n"),
  calls('open().read', 'with open', 'with open(p) as f:\n  ⟦f.read()⟧\n'),
  calls(
    'sqlite3.connect().cursor().execute',
    'several withs',
    "import sqlite3\nwith sqlite3.connect('x') as c, c.cursor() as cur:\n  ⟦cur.execute(q)⟧\n",
  ),
  calls(
    'aiohttp.ClientSession().get',
    'async with',
    'import aiohttp\nasync def f():\n  async with aiohttp.ClientSession() as s:\n    await ⟦s.get(u)⟧\n',
  ),
  calls('sqlite3.connect().execute', 'walrus', "import sqlite3\nif (conn := sqlite3.connect('x')):\n  ⟦conn.execute(q)⟧\n"),
  calls('flask.Flask().route', 'decorator', "from flask import Flask\napp = Flask(__name__)\n@⟦app.route('/')⟧\ndef f(): pass\n"),
  calls('re.compile().match', 'module constant', "import re\nP = re.compile('x')\ndef f(s):\n  ⟦P.match(s)⟧\n"),
  calls('str().format', 'method of a literal', "⟦'a{}'.format(x)⟧\n⟦f'a{y}'.format(x)⟧\n"),
  calls(
    'boto3.client().get_object',
    'global that is None at first',
    'import boto3\n_s3 = None\ndef s3():\n  global _s3\n  if _s3 is None:\n    _s3 = boto3.client("s3")\n  ⟦_s3.get_object()⟧\n',
  ),
  calls(
    'psycopg2.connect().cursor',
    'what a function returns',
    'import psycopg2\ndef get_db():\n  return psycopg2.connect(DSN)\n⟦get_db().cursor()⟧\n',
  ),
  calls(
    'psycopg2.connect().cursor',
    'either way the same',
    'import psycopg2\nif x:\n  c = psycopg2.connect(a)\nelse:\n  c = psycopg2.connect(b)\n⟦c.cursor()⟧\n',
  ),
  calls(
    'psycopg2.connect().cursor',
    'either way another',
    'import psycopg2, sqlite3\nif x:\n  c = psycopg2.connect(a)\nelse:\n  c = sqlite3.connect(b)\nc.cursor()\n',
  ),
  calls('openai.OpenAI().chat', 'or', 'from openai import OpenAI\nclient = client or OpenAI()\nc2 = None or OpenAI()\n⟦c2.chat()⟧\n'),
  calls('openai.OpenAI().chat', 'conditional', 'from openai import OpenAI\nc = OpenAI() if x else None\n⟦c.chat()⟧\n'),
  calls('a.b', 'await and parentheses', 'async def f():\n  ⟦(await a).b(x)⟧\n  ⟦(a).b(x)⟧\n  await ⟦a.b(x)⟧\n'),
  calls('a.b', 'constant subscript', "⟦a['b'](x)⟧\nk = 'b'\n⟦a[k](x)⟧\na[z](x)\n"),
])

testRows('names of fields in Python', PY, [
  calls(
    'sqlite3.connect().execute',
    'set in the constructor',
    "import sqlite3\nclass A:\n  def __init__(self):\n    self.db = sqlite3.connect('x')\n  def m(self):\n    ⟦self.db.execute(q)⟧\n",
  ),
  calls(
    'sqlite3.connect().execute',
    'set in the body',
    "import sqlite3\nclass A:\n  db = sqlite3.connect('x')\n  def m(self):\n    ⟦self.db.execute(q)⟧\n  @classmethod\n  def n(cls):\n    ⟦cls.db.execute(q)⟧\n",
  ),
  calls('sqlite3.connect().execute', 'of the class', "import sqlite3\nclass A:\n  db = sqlite3.connect('x')\n⟦A.db.execute(q)⟧\n"),
  calls(
    'sqlite3.connect().execute',
    'None at first',
    "import sqlite3\nclass A:\n  def __init__(self):\n    self.db = None\n  def open(self):\n    self.db = sqlite3.connect('x')\n  def m(self):\n    ⟦self.db.execute(q)⟧\n",
  ),
  calls(
    'sqlite3.connect().execute',
    'set twice is not resolved',
    "import sqlite3\nclass A:\n  def __init__(self, o):\n    self.db = sqlite3.connect('x')\n    self.db = o\n  def m(self):\n    self.db.execute(q)\n",
  ),
  calls(
    'sqlite3.Connection().execute',
    'from a typed parameter',
    'import sqlite3\nclass A:\n  def __init__(self, db: sqlite3.Connection):\n    self.db = db\n  def m(self):\n    ⟦self.db.execute(q)⟧\n',
  ),
  calls(
    'sqlite3.Connection().execute',
    'annotated field',
    'import sqlite3\nclass A:\n  db: sqlite3.Connection\n  def m(self):\n    ⟦self.db.execute(q)⟧\n',
  ),
  calls('self.db.execute', 'unknown', 'class A:\n  def m(self):\n    ⟦self.db.execute(q)⟧\n'),
  calls('**.execute', 'any receiver', 'class A:\n  def m(self):\n    ⟦self.db.execute(q)⟧\n⟦execute(q)⟧\n⟦a().execute()⟧\nexecutes()\n'),
  calls(
    'run',
    'names of a class body are not seen in its methods',
    'from os import system as run\nclass A:\n  run = 1\n  def m(self):\n    run(x)\n'.replace('run(x)', 'run(x)'),
  ),
  calls('os.system', 'an import is seen past the class body', 'from os import system as run\nclass A:\n  run = 1\n  def m(self):\n    ⟦run(x)⟧\n'),
])

testRows('names from types of Python', PY, [
  calls('fastapi.Request().json', 'parameter', 'from fastapi import Request\nasync def f(request: Request):\n  await ⟦request.json()⟧\n'),
  calls(
    'fastapi.Request().json',
    'parameter with a default',
    'from fastapi import Request\nasync def f(request: Request = None):\n  await ⟦request.json()⟧\n',
  ),
  calls(
    'sqlalchemy.orm.Session().execute',
    'member',
    'import sqlalchemy.orm\ndef f(db: sqlalchemy.orm.Session = Depends(get_db)):\n  ⟦db.execute(q)⟧\n',
  ),
  calls(
    'sqlalchemy.orm.Session().execute',
    'Annotated',
    'from sqlalchemy.orm import Session\nfrom typing import Annotated\ndef f(db: Annotated[Session, Depends(get_db)]):\n  ⟦db.execute(q)⟧\n',
  ),
  calls('sqlalchemy.orm.Session().execute', 'Optional', 'from sqlalchemy.orm import Session\ndef f(db: Optional[Session]):\n  ⟦db.execute(q)⟧\n'),
  calls(
    'sqlalchemy.orm.Session().execute',
    'Union with None',
    'from sqlalchemy.orm import Session\ndef f(db: Union[Session, None]):\n  ⟦db.execute(q)⟧\n',
  ),
  calls('sqlalchemy.orm.Session().execute', 'bar', 'from sqlalchemy.orm import Session\ndef f(db: Session | None):\n  ⟦db.execute(q)⟧\n'),
  calls('sqlalchemy.orm.Session().execute', 'in quotes', 'from sqlalchemy.orm import Session\ndef f(db: "Session"):\n  ⟦db.execute(q)⟧\n'),
  calls(
    'sqlalchemy.orm.Session().execute',
    'in quotes with None',
    'from sqlalchemy.orm import Session\ndef f(db: "Session | None"):\n  ⟦db.execute(q)⟧\n',
  ),
  calls('sqlalchemy.orm.Session().execute', 'variable', 'from sqlalchemy.orm import Session\ndb: Session = make()\n⟦db.execute(q)⟧\n'),
  calls(
    'sqlalchemy.orm.Session().execute',
    'what a function says it returns',
    'from sqlalchemy.orm import Session\ndef db() -> Session:\n  return make()\n⟦db().execute(q)⟧\n',
  ),
  calls('s.execute', 'str says nothing', 'def f(s: str):\n  ⟦s.execute(q)⟧\n'),
  calls('s.execute', 'Any says nothing', 'from typing import Any\ndef f(s: Any):\n  ⟦s.execute(q)⟧\n'),
  calls('s.execute', 'a union of two says nothing', 'def f(s: A | B):\n  ⟦s.execute(q)⟧\n'),
  calls('args.execute', 'a star parameter is not of its type', 'from sqlalchemy.orm import Session\ndef f(*args: Session):\n  ⟦args.execute(q)⟧\n'),
])

testRows('names that are shadowed in Python', PY, [
  calls('os.system', 'by a parameter', 'from os import system\ndef f(system):\n  system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a keyword parameter', 'from os import system\ndef f(*, system=None):\n  system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by *args and **kwargs', 'from os import system\ndef f(*system): system(x)\ndef g(**system): system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a typed parameter', 'from os import system\ndef f(system: X, a: int = 1):\n  system(x)\n'),
  calls('os.system', 'by a lambda', 'from os import system\nf = lambda system: system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a local', 'from os import system\ndef f():\n  system = g\n  system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a local that is assigned below', 'from os import system\ndef f():\n  system(x)\n  system = g\n'),
  calls('os.system', 'by a comprehension', 'from os import system\na = [system(x) for system in y]\n⟦system(y)⟧\n'),
  calls('os.system', 'by a loop', 'from os import system\ndef f():\n  for system in y:\n    system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by an except', 'from os import system\ndef f():\n  try: pass\n  except E as system:\n    system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a nested function', 'from os import system\ndef f():\n  def system(a): pass\n  system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'by a class', 'from os import system\ndef f():\n  class system: pass\n  system(x)\n⟦system(y)⟧\n'),
  calls('os.system', 'not by an attribute', 'from os import system\na.system = 1\n⟦system(y)⟧\n'),
  calls('os.system', 'not by a keyword argument', 'from os import system\nf(system=1)\n⟦system(y)⟧\n'),
  calls('os.system', 'global spoils', 'from os import system\ndef f():\n  global system\n  system = g\nsystem(y)\n'),
  calls('os.system', 'global out of two functions', 'from os import system\ndef f():\n  def g():\n    global system\n    system = h\nsystem(y)\n'),
  calls(
    'os.system',
    'nonlocal spoils the outer one',
    'def f():\n  from os import system\n  def g():\n    nonlocal system\n    system = h\n  system(y)\n',
  ),
  calls('os.system', 'an assignment in a function does not spoil', 'from os import system\ndef f():\n  system = g\n⟦system(y)⟧\n'),
  calls('os.system', 'by augmented assignment', 'from os import system\nsystem += 1\nsystem(y)\n'),
  calls('a.exec', 'cycle', 'a = b\nb = a\n⟦a.exec(x)⟧\n'),
  calls('a.exec', 'made from itself', 'a = a or g\n⟦a.exec(x)⟧\n'),
  named(
    'os.environ.KEY',
    'environment',
    'import os\n⟦sink(os.environ["KEY"])⟧\nfrom os import environ\n⟦sink(environ["KEY"])⟧\nk = environ["KEY"]\n⟦sink(k)⟧\nsink(os.environ[k])\n',
  ),
  named('os.environ.get()', 'result of a call', 'import os\n⟦sink(os.environ.get("K"))⟧\n'),
  named(
    'flask.request.args.get()',
    'request',
    'from flask import request\n⟦sink(request.args.get("a"))⟧\nq = request.args\n⟦sink(q.get("a"))⟧\nimport flask\n⟦sink(flask.request.args.get("b"))⟧\n',
  ),
  named('flask.request.**', 'any depth', 'from flask import request\n⟦sink(request.args)⟧\n⟦sink(request.json["a"])⟧\nsink(request)\n'),
])
