/** Folders of files that a browser gets as they are, and those where libraries lie among them. */
const SERVED = /(?:^|[\\/])(?:static|public|assets|wwwroot|htdocs|vendor|vendors|libs?|components|plugins|html|js)[\\/]/i
const SCRIPT = /\.(?:c|m)?js$/i

/** The first comment of a release is longer in no library that was looked at. */
const BANNER_LENGTH = 1200

/** Says that a script is a library as it was released: it lies where files are served from, and its first comment says which version it is, and under what licence it may be used. */
export function recogniseReleased(path: string, text: string): string | undefined {
  if (!SCRIPT.test(path) || !SERVED.test(path)) return undefined
  const banner = /^\s*\/\*[\s\S]*?\*\//.exec(text.slice(0, BANNER_LENGTH))?.[0]
  if (banner === undefined || !/\bv(?:ersion:? ?)?\d+\.\d+\.\d+/i.test(banner) || !/\blicen[sc]e/i.test(banner)) return undefined
  return 'the first comment names the version and the licence of a library'
}
