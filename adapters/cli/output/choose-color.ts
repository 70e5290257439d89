/** Whether to write colours to a stream. The flag decides, then NO_COLOR and FORCE_COLOR, then whether the stream is a terminal with colours. */
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
