import type { FlowEngine } from '../model/flow-engine.ts'
import { annotateFile } from './annotate-file.ts'
import { findPlaces } from './find-places.ts'
import { followProject } from './follow-project.ts'

/** Data flow, as a scan uses it: find the ends of flows in a file, annotate it when it is lowered, follow data through all. */
export const flowEngine: FlowEngine = { find: findPlaces, annotate: annotateFile, follow: followProject }
