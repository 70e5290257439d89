/** Whether to write colours to a stream: as the flag says, else as NO_COLOR and FORCE_COLOR say, else when the stream is a terminal that has them. */
export function chooseColor(
  flag: boolean | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): boolean {
  if (flag !== undefined) return flag
  if (environment.NO_COLOR) return false
  const forced = environment.FORCE_COLOR
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return stream.isTTY === true && environment.TERM !== 'dumb'
}
