import type { GuardFact } from '../../lowering/guard-facts.ts'
import { propertyValue } from './call-syntax.ts'
import { factsOn } from './guarded-expressions.ts'
import type { JavaScriptLowering } from './javascript-lowering.ts'

/** `new Intl.DateTimeFormat(locale, { timeZone })` throws for unknown time zones. */
export function timeZoneFacts(low: JavaScriptLowering, name: string, options: number): readonly GuardFact[] {
  const zone = name === 'Intl.DateTimeFormat' ? propertyValue(low, options, 'timeZone') : -1
  return zone < 0 ? [] : factsOn(low, zone)
}
