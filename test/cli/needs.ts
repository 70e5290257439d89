/** Whether the machine has what tests need. Otherwise they are skipped, and this prints the reason. */
export function needs(holds: boolean, lack: string): boolean {
  if (!holds) console.warn(`tests are skipped: ${lack}`)
  return holds
}
