import type { Dialect } from '../model/language.ts'
import { dockerfile } from './dockerfile/dialect.ts'
import { env } from './env/dialect.ts'
import { hcl } from './hcl/dialect.ts'
import { javascript } from './javascript/dialect.ts'
import { json } from './json/dialect.ts'
import { python } from './python/dialect.ts'
import { text } from './text/dialect.ts'
import { toml } from './toml/dialect.ts'
import { tsx, typescript } from './typescript/dialects.ts'
import { yaml } from './yaml/dialect.ts'

/** All dialects, `text` last: what no other claims. A new language is a folder and a word here. */
export const DIALECTS: readonly Dialect[] = [javascript, typescript, tsx, python, yaml, json, toml, hcl, dockerfile, env, text]
