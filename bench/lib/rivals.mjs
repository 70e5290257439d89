import { fileURLToPath } from 'node:url'
import { peerCommands } from '../peers/commands.mjs'
import { skip } from './records.mjs'

const PARSE = fileURLToPath(new URL('parse-all.mjs', import.meta.url))
/** Free scanners for the same languages and kinds of weakness. */
const RIVALS = ['foxguard', 'semgrep']

/**
 * The command that parses each source file of a folder once.
 *
 * @param {string} folder
 * @param {number} threads
 */
export function parseCommand(folder, threads) {
  return [process.execPath, PARSE, folder, String(threads)]
}

/**
 * Commands of the installed rivals for a folder. A missing one is reported.
 *
 * @param {string} folder
 * @param {string} scratch folder for their settings
 * @returns {(import('../peers/commands.mjs').PeerCommand & { is: string })[]} `is`: the name without the version
 */
export function chooseRivals(folder, scratch) {
  const commands = peerCommands({ everything: folder, javascript: folder, python: folder }, scratch).flatMap(({ peers }) => peers)
  return RIVALS.flatMap((rival) => {
    const found = commands.find((peer) => !('missing' in peer) && peer.name.startsWith(rival))
    if (found !== undefined) return [{ ...found, is: rival }]
    skip(commands.find((peer) => 'missing' in peer && peer.missing.startsWith(rival))?.missing ?? `${rival} is not installed`)
    return []
  })
}
