import type { Outcome } from './send-upload.ts'
import { TextWithCode } from '../text/text-with-code.tsx'

/** The current activity of the page. */
export type Progress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly done: number; readonly all: number }
  | { readonly kind: 'scanning' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Shows progress and errors, and announces them to screen readers. */
export function Status({ progress, outcome }: { readonly progress: Progress; readonly outcome: Outcome | undefined }) {
  return (
    <div id="status" role="status" class={outcome?.kind === 'refused' || progress.kind === 'refused' ? 'card refused' : ''}>
      {progress.kind === 'reading' && (
        <p>
          <label for="read">
            Reading {progress.done} of {progress.all} files
          </label>{' '}
          <progress id="read" max={progress.all} value={progress.done} />
        </p>
      )}
      {progress.kind === 'scanning' && (
        <p>
          <label for="scanning">Scanning</label> <progress id="scanning" />
        </p>
      )}
      {progress.kind === 'refused' && <p>{progress.reason}</p>}
      {outcome?.kind === 'refused' && (
        <>
          <p>
            <strong>{outcome.title}.</strong> <TextWithCode text={outcome.detail} />
          </p>
          {outcome.retryAfter !== undefined && <p>Try again in {outcome.retryAfter} seconds. With a key you can scan more often.</p>}
          {outcome.faults.length > 0 && (
            <ul>
              {outcome.faults.map((fault) => (
                <li key={fault}>
                  <TextWithCode text={fault} />
                </li>
              ))}
            </ul>
          )}
          {outcome.type !== undefined && (
            <p>
              <a href={outcome.type}>What this means</a>
            </p>
          )}
        </>
      )}
      {outcome?.kind === 'scanned' && <p class="quiet">{sayQuota(outcome.remaining)}</p>}
    </div>
  )
}

function sayQuota(remaining: number | undefined): string {
  return remaining === undefined ? 'Done.' : `Done. ${remaining} more ${remaining === 1 ? 'scan' : 'scans'} this minute.`
}
