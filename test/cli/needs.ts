/** Whether the machine has what tests need. Where it has not they are skipped, and this says why. */
export function needs(holds: boolean, lack: string): boolean {
  if (!holds) console.warn(`tests are skipped: ${lack}`)
  return holds
}
