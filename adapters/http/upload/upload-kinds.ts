import { checkJsonType, checkZipType } from '../body/check-media-type.ts'
import type { Quota } from '../limits/limit-rate.ts'
import type { Problem } from '../problems/problems.ts'
import type { UploadLimits } from './read-upload.ts'
import type { ServiceLimits } from '../limits/service-limits.ts'
import type { UploadZipSettings } from './upload-zip-intake.ts'

/** An upload endpoint and its reader. */
export interface UploadKind {
  readonly path: string
  readonly quota: Quota
  /** The pool's name for the module that reads the body in a thread. */
  readonly intake: string
  /** A problem when the body is of another type. */
  checkType(contentType: string | undefined): Problem | undefined
  /** The settings of the reader. */
  toSettings(limits: ServiceLimits, contentType: string): UploadLimits | UploadZipSettings
}

/** Every upload endpoint. */
export const UPLOAD_KINDS: readonly UploadKind[] = [
  {
    path: '/api/scans/upload-json',
    quota: 'json',
    intake: 'upload-json',
    checkType: checkJsonType,
    toSettings: ({ maxFiles, maxPathLength }) => ({ maxFiles, maxPathLength }),
  },
  {
    path: '/api/scans/upload-zip',
    quota: 'zip',
    intake: 'upload-zip',
    checkType: checkZipType,
    toSettings: ({ maxFiles, maxPathLength, maxArchiveEntries, maxInflatedBytes }, contentType) => ({
      maxFiles,
      maxPathLength,
      maxArchiveEntries,
      maxInflatedBytes,
      contentType,
    }),
  },
]
