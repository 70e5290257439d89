import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWithin } from '../../../src/node/index.ts'
import { type FolderSession, openFolderSession, type SessionHost } from './folder-session.ts'

/** The sessions of all workspace folders, and of the folders of single files outside them. */
export interface Sessions {
  /** Undefined for a document that is not a file on disk. */
  sessionOf(uri: string): FolderSession | undefined
  changeFolders(added: readonly string[], removed: readonly string[]): Promise<void>
  all(): readonly FolderSession[]
  close(): Promise<void>
}

/** `hostOf` gives the host of a folder. Folders are absolute paths. */
export function createSessions(hostOf: (folder: string) => SessionHost): Sessions {
  const folders = new Map<string, FolderSession>()
  const singles = new Map<string, FolderSession>()
  const closeSession = async (sessions: Map<string, FolderSession>, folder: string): Promise<void> => {
    const session = sessions.get(folder)
    sessions.delete(folder)
    await session?.close()
  }
  return {
    sessionOf: (uri) => {
      if (!uri.startsWith('file:')) return undefined
      const path = fileURLToPath(uri)
      const [nearest] = [...folders.values()]
        .filter(({ folder }) => isWithin(path, folder))
        .toSorted((left, right) => right.folder.length - left.folder.length)
      if (nearest !== undefined) return nearest
      const folder = dirname(path)
      const single = singles.get(folder) ?? openFolderSession(folder, false, hostOf(folder))
      singles.set(folder, single)
      return single
    },
    changeFolders: async (added, removed) => {
      for (const folder of removed) await closeSession(folders, folder)
      for (const folder of added) if (!folders.has(folder)) folders.set(folder, openFolderSession(folder, true, hostOf(folder)))
      for (const folder of added) await closeSession(singles, folder)
    },
    all: () => [...folders.values(), ...singles.values()],
    close: async () => {
      await Promise.all([...folders.values(), ...singles.values()].map((session) => session.close()))
    },
  }
}
