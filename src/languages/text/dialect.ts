import type { Dialect } from '../../model/language.ts'

/** Any text in no other language: rules over the text alone run on it. */
export const text: Dialect = {
  id: 'text',
  language: 'text',
  extensions: [],
  fileNames: [],
  interpreters: [],
  comments: {
    line: ['#', '//', '--', ';'],
    block: [
      ['/*', '*/'],
      ['<!--', '-->'],
    ],
  },
}
