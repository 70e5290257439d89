import type { Upload } from './send-upload.ts'

/** A file that was chosen or dropped. */
export interface ChosenFile {
  readonly path: string
  readonly file: File
}

/** What can be sent of what was chosen, or why nothing can. */
export type FilesRead = { readonly kind: 'upload'; readonly upload: Upload } | { readonly kind: 'refused'; readonly reason: string }

const MOST_BYTES = 10 * 1024 * 1024
/** Binary files have a zero byte near their start. */
const HEAD_BYTES = 8192
const LEFT_OUT = /(?:^|\/)(?:\.git|node_modules|\.venv|__pycache__)\//

/** Files that an input has, but packages and version control. */
export function listInput(list: FileList | null): readonly ChosenFile[] {
  return keepOwn(Array.from(list ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })))
}

/** All files that were dropped, those of folders too. */
export async function listDropped(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  // Entries must be taken before the first wait: the list is emptied when the event ends.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return keepOwn((await Promise.all(entries.map(walk))).flat())
}

function keepOwn(files: readonly ChosenFile[]): readonly ChosenFile[] {
  return files.filter(({ path }) => !LEFT_OUT.test(path))
}

async function walk(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (LEFT_OUT.test(`${path}/`)) return []
  if (isFile(entry)) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: ChosenFile[] = []
  for (;;) {
    // A reader hands out at most a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    found.push(...(await Promise.all(some.map(walk))).flat())
  }
}

/** By what it says of itself: not every browser has names for the classes. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Reads all texts, however large: what the service leaves out of them it tells, and grades with it in mind. One archive alone is sent as it is. */
export async function readChosen(
  chosen: readonly ChosenFile[],
  pasted: { readonly path: string; readonly content: string },
  onProgress: (done: number) => void,
): Promise<FilesRead> {
  const [first] = chosen
  if (first && chosen.length === 1 && /\.zip$/i.test(first.path) && pasted.content === '') {
    return first.file.size > MOST_BYTES ? refuse('The archive is larger than 10 MB.') : { kind: 'upload', upload: { files: [], archive: first.file } }
  }
  // A folder of a disk can change while it is read.
  return readTexts(chosen, pasted, onProgress).catch(() => refuse('A file cannot be read: it may be gone by now. Choose again.'))
}

async function readTexts(
  chosen: readonly ChosenFile[],
  pasted: { readonly path: string; readonly content: string },
  onProgress: (done: number) => void,
): Promise<FilesRead> {
  const files = new Map(pasted.content === '' ? [] : [[pasted.path || 'pasted.js', pasted.content]])
  let bytes = 0
  for (const [index, { path, file }] of chosen.entries()) {
    onProgress(index)
    if ((await file.slice(0, HEAD_BYTES).text()).includes('\0')) continue
    bytes += file.size
    if (bytes > MOST_BYTES) return refuse('That is more than 10 MB. Choose fewer files, or use the command line.')
    if (files.has(path)) return refuse(`Two files are called ${path}. Rename the pasted one, or choose one of them.`)
    files.set(path, await file.text())
  }
  if (files.size === 0) return refuse('Choose files or paste code first. What is no text is not sent.')
  return { kind: 'upload', upload: { files: Array.from(files, ([path, content]) => ({ path, content })) } }
}

function refuse(reason: string): FilesRead {
  return { kind: 'refused', reason }
}
