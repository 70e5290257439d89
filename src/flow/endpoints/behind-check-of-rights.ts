import type { TaintUse } from '../../model/flow.ts'
import { lowerBy, SEVERITIES } from '../../model/severity.ts'

/** The use of a source that only people with rights reach: one step less severe, unless they are the victims. */
export function behindCheckOfRights(use: TaintUse): TaintUse {
  return use.sentByVictim ? use : { ...use, severity: lowerBy(SEVERITIES, use.severity, 1) }
}
