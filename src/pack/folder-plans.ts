import type { RuleFolder } from '../model/rule-pack.ts'
import type { DialectPlans, RulePlans } from '../model/rule-plans.ts'
import { bundleFolder, markChecked } from './bundle-folder.ts'

/** The compilation plans of these folders for a dialect. Files of different folders have different names, so the plans do not overlap. */
export function readPlans(folders: readonly RuleFolder[], dialect: string): readonly DialectPlans[] {
  return folders.flatMap(({ plans }) => {
    const json = plans?.[dialect]
    return json === undefined ? [] : [JSON.parse(json)]
  })
}

/** Returns the folders as checked bundles. New plans are stored in the first folder that had none. */
export function addPlans(folders: readonly RuleFolder[], plans: RulePlans): readonly RuleFolder[] {
  const first = folders.find((folder) => folder.plans === undefined)
  return folders.map((folder) =>
    folder.plans !== undefined ? folder : { ...markChecked(bundleFolder(folder)), plans: folder === first ? plans : {} },
  )
}
