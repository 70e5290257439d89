import type { Upload } from './send-upload.ts'

/** A file that the user chose or dropped. */
export interface ChosenFile {
  readonly path: string
  readonly file: File
}

/** The upload made of the chosen files, or why there is none. */
export type FilesRead = { readonly kind: 'upload'; readonly upload: Upload } | { readonly kind: 'refused'; readonly reason: string }

const MAX_BYTES = 10 * 1024 * 1024
/** Binary files have a zero byte near their start. */
const HEAD_BYTES = 8192
const LEFT_OUT = /(?:^|\/)(?:\.git|node_modules|\.venv|__pycache__)\//

/** The files of an input, without installed packages and version control. */
export function listInput(list: FileList | null): readonly ChosenFile[] {
  return keepOwn(Array.from(list ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file })))
}

/** All dropped files, including those in dropped folders. */
export async function listDropped(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  // The list is emptied when the event ends, so the entries must be taken before the first `await`.
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
    // A reader returns at most 100 entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    found.push(...(await Promise.all(some.map(walk))).flat())
  }
}

/** Uses the property because not every browser exposes the classes. */
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Reads all text files of any size: the service reports those that it skips. A single archive is sent without changes. */
export async function readChosen(
  chosen: readonly ChosenFile[],
  pasted: { readonly path: string; readonly content: string },
  onProgress: (done: number) => void,
): Promise<FilesRead> {
  const [first] = chosen
  if (first && chosen.length === 1 && /\.zip$/i.test(first.path) && pasted.content === '') {
    return first.file.size > MAX_BYTES
      ? refuse('The archive is larger than 10 MB.')
      : { kind: 'upload', upload: { files: [], archive: first.file, binaries: [] } }
  }
  // A folder can change while it is read.
  return readTexts(chosen, pasted, onProgress).catch(() =>
    refuse('A file cannot be read. It may have been moved or deleted. Choose the files again.'),
  )
}

async function readTexts(
  chosen: readonly ChosenFile[],
  pasted: { readonly path: string; readonly content: string },
  onProgress: (done: number) => void,
): Promise<FilesRead> {
  const files = new Map(pasted.content === '' ? [] : [[pasted.path || 'pasted.js', pasted.content]])
  const binaries: string[] = []
  let bytes = 0
  for (const [index, { path, file }] of chosen.entries()) {
    onProgress(index)
    if (isBinary(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))) {
      binaries.push(path)
      continue
    }
    bytes += file.size
    if (bytes > MAX_BYTES) return refuse('The files are larger than 10 MB in total. Choose fewer files, or use the command line.')
    if (files.has(path)) return refuse(`Two files have the name ${path}. Rename the pasted file, or choose only one of them.`)
    files.set(path, await readText(file))
  }
  if (files.size === 0)
    return refuse(
      binaries.length > 0
        ? 'Choose files or paste code first. All chosen files are binary, and only text files are scanned.'
        : 'Choose files or paste code first.',
    )
  return { kind: 'upload', upload: { files: Array.from(files, ([path, content]) => ({ path, content })), binaries } }
}

/** A UTF-16 text has zero bytes too, and begins with a byte order mark. */
function isBinary(head: Uint8Array): boolean {
  return utf16Of(head) === undefined && head.includes(0)
}

async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  return new TextDecoder(utf16Of(new Uint8Array(bytes)) ?? 'utf-8').decode(bytes)
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function refuse(reason: string): FilesRead {
  return { kind: 'refused', reason }
}
