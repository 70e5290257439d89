import { compileFiles } from '../compile-files.ts'
import type { NodeKind } from '../node-compiler.ts'
import { anywhere } from '../node-matchers.ts'

/** `files`: the path of the file matches one of these globs. */
export const files: NodeKind = {
  keys: ['files'],
  cost: 0,
  compile: ({ files: globs = [] }, path, { report }) => ({ ...anywhere(compileFiles(globs, [...path, 'files'], report)), files: [globs] }),
}
