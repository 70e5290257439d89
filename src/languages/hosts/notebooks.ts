import type { HostFormat } from '../../model/language.ts'
import { readNotebook } from './notebook-code.ts'

/** Notebooks of Jupyter with cells of Python. */
export const notebooks: HostFormat = { extensions: ['.ipynb'], comments: { line: [], block: [] }, readCode: readNotebook }
