import type { FlowEngine } from '../model/flow-engine.ts'
import { analyseFlow } from './analyse-flow.ts'
import { annotateFile } from './annotate-file.ts'
import { chooseFiles } from './choose-files.ts'

/** Data flow, as a scan uses it: choose files, annotate each, analyse all. */
export const flowEngine: FlowEngine = { choose: chooseFiles, annotate: annotateFile, analyse: analyseFlow }
