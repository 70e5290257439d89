/** Limits for the ignore files of an archive. */
const IGNORE_FILE_LIMITS = {
  /** Bytes of one file. Generated ignore files of large repositories have less than 100 KB. */
  maxBytes: 256 * 1024,
  /** Ignore files that are read. */
  maxFiles: 5_000,
  /** Bytes of all files together. */
  maxTotalBytes: 1024 * 1024,
  /** Lines of all files together. Each line becomes a pattern. */
  maxTotalLines: 50_000,
} as const

/** An ignore file of an archive, before it is inflated. */
interface IgnoreFile {
  /** Place in the list of entries. */
  readonly index: number
  /** Bytes when inflated. `inflate` never returns more. */
  readonly size: number
  /** The content; `undefined` when the entry cannot be inflated. */
  inflate(): Uint8Array | undefined
}

/** Reads ignore files until one of them exceeds a limit. */
export interface IgnoreFileReader {
  /** The text of an ignore file; `undefined` when it cannot be read, and for every file after the first fault. */
  read(file: IgnoreFile): string | undefined
  /** The reason why the archive must be refused. */
  fault(): { readonly entry: number; readonly message: string } | undefined
}

/** Counts the ignore files of one archive. The size is checked before inflating, and the number of lines before decoding. */
export function createIgnoreFileReader(): IgnoreFileReader {
  const { maxBytes, maxFiles, maxTotalBytes, maxTotalLines } = IGNORE_FILE_LIMITS
  let files = 0
  let bytes = 0
  let lines = 0
  let fault: ReturnType<IgnoreFileReader['fault']>

  function findExcess({ size }: IgnoreFile): string | undefined {
    files += 1
    bytes += size
    if (size > maxBytes) return `The ignore file has ${size} bytes: at most ${maxBytes} are allowed.`
    if (files > maxFiles) return `The archive has more than ${maxFiles} ignore files, which is the limit.`
    if (bytes > maxTotalBytes) return `The ignore files up to this one have ${bytes} bytes in total: at most ${maxTotalBytes} are allowed.`
    return undefined
  }

  function findExcessOfLines(content: Uint8Array): string | undefined {
    lines += countLines(content)
    return lines > maxTotalLines ? `The ignore files up to this one have ${lines} lines in total: at most ${maxTotalLines} are allowed.` : undefined
  }

  return {
    fault: () => fault,
    read(file) {
      if (fault !== undefined) return undefined
      const excess = findExcess(file)
      const content = excess === undefined ? file.inflate() : undefined
      const message = excess ?? (content && findExcessOfLines(content))
      if (message !== undefined) fault = { entry: file.index, message }
      return fault === undefined && content ? new TextDecoder().decode(content) : undefined
    },
  }
}

const LINE_FEED = 10

function countLines(content: Uint8Array): number {
  let count = 1
  for (let at = content.indexOf(LINE_FEED); at >= 0; at = content.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}
