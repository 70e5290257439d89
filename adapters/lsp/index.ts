/**
 * The language server of Assay on standard input and output. Input: messages of an editor. Output: findings while the user types.
 *
 * @module
 */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { createServer, type ServerOptions } from './server/create-server.ts'

/** Serves until the editor sends `exit` or closes the connection, which ends the process. */
export async function serveLsp(options: ServerOptions): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout)
  createServer(connection, options)
  connection.listen()
  await new Promise<never>(() => undefined)
}
