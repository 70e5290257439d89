/** The first bytes of a kind of file. */
export interface BinarySignature {
  /** Continues `The file is …`. */
  readonly kind: string
  readonly parts: readonly { readonly at: number; readonly bytes: readonly number[] }[]
}

/** Characters of Latin-1 as bytes. */
function starts(kind: string, ...parts: readonly (readonly [at: number, characters: string])[]): BinarySignature {
  return { kind, parts: parts.map(([at, characters]) => ({ at, bytes: Array.from(characters, (character) => character.charCodeAt(0)) })) }
}

const PROGRAM = 'a compiled program or library'

/** The signatures that the formats themselves prescribe: pictures, sound and video, archives, fonts, programs, databases, documents. */
export const BINARY_SIGNATURES: readonly BinarySignature[] = [
  starts('a PNG picture', [0, '\x89PNG\r\n\x1a\n']),
  starts('a JPEG picture', [0, '\xff\xd8\xff']),
  starts('a GIF picture', [0, 'GIF87a']),
  starts('a GIF picture', [0, 'GIF89a']),
  starts('a WebP picture', [0, 'RIFF'], [8, 'WEBP']),
  starts('a TIFF picture', [0, 'II*\0']),
  starts('a TIFF picture', [0, 'MM\0*']),
  starts('a Windows icon', [0, '\0\0\x01\0']),
  starts('a Photoshop picture', [0, '8BPS']),
  starts('a JPEG XL picture', [0, '\0\0\0\x0cJXL \r\n']),
  starts('a JPEG 2000 picture', [0, '\0\0\0\x0cjP  ']),
  starts('sound or video', [0, 'RIFF'], [8, 'WAVE']),
  starts('sound or video', [0, 'RIFF'], [8, 'AVI ']),
  starts('a picture, sound or video', [4, 'ftyp']),
  starts('sound or video', [0, '\x1aE\xdf\xa3']),
  starts('sound or video', [0, 'OggS']),
  starts('sound or video', [0, 'fLaC']),
  starts('sound or video', [0, 'ID3']),
  starts('sound or video', [0, 'FLV\x01']),
  starts('sound or video', [0, '\0\0\x01\xba']),
  starts('sound or video', [0, '\0\0\x01\xb3']),
  starts('an archive', [0, 'PK\x03\x04']),
  starts('an archive', [0, 'PK\x05\x06']),
  starts('an archive', [0, '\x1f\x8b\x08']),
  starts('an archive', [0, 'BZh']),
  starts('an archive', [0, '\xfd7zXZ\0']),
  starts('an archive', [0, '7z\xbc\xaf\x27\x1c']),
  starts('an archive', [0, 'Rar!\x1a\x07']),
  starts('an archive', [0, '\x28\xb5\x2f\xfd']),
  starts('an archive', [0, '\x04\x22\x4d\x18']),
  starts('an archive', [0, 'MSCF\0\0\0\0']),
  starts('an archive', [257, 'ustar']),
  starts('an archive', [0, '!<arch>\n']),
  starts('a font', [0, 'wOFF']),
  starts('a font', [0, 'wOF2']),
  starts('a font', [0, 'OTTO\0']),
  starts('a font', [0, 'ttcf\0']),
  starts('a font', [0, '\0\x01\0\0\0']),
  starts('a WebAssembly module', [0, '\0asm']),
  starts(PROGRAM, [0, '\x7fELF']),
  starts(PROGRAM, [0, 'MZ']),
  starts(PROGRAM, [0, '\xca\xfe\xba\xbe']),
  starts(PROGRAM, [0, '\xcf\xfa\xed\xfe']),
  starts(PROGRAM, [0, '\xfe\xed\xfa\xcf']),
  starts('a SQLite database', [0, 'SQLite format 3\0']),
  starts('a PDF document', [0, '%PDF-']),
  starts('an Office document', [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']),
  starts('a model or table of numbers', [0, '\x89HDF\r\n\x1a\n']),
  starts('a model or table of numbers', [0, '\x93NUMPY']),
  starts('a model or table of numbers', [0, 'PAR1']),
  starts('a model or table of numbers', [0, 'glTF']),
  starts('a model or table of numbers', [0, 'GGUF']),
]
