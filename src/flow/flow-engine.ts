import type { FlowEngine } from '../model/flow-engine.ts'
import { analyseFlow } from './analyse-flow.ts'
import { annotateFile } from './annotate-file.ts'
import { chooseFiles } from './choose-files.ts'
import { findPlaces } from './find-places.ts'

/** Data flow, as a scan uses it: choose files, find the ends of flows in them, annotate each, analyse all. */
export const flowEngine: FlowEngine = { choose: chooseFiles, find: findPlaces, annotate: annotateFile, analyse: analyseFlow }
