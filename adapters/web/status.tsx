import type { Outcome } from './send-upload.ts'

/** What the page is doing. */
export type Progress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly done: number; readonly all: number }
  | { readonly kind: 'scanning' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Says what goes on, and what went wrong, to eyes and to screen readers alike. */
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
            <strong>{outcome.title}.</strong> {outcome.detail}
          </p>
          {outcome.retryAfter !== undefined && <p>Try again in {outcome.retryAfter} seconds. Who signs in with a key may scan more often.</p>}
          {outcome.faults.length > 0 && (
            <ul>
              {outcome.faults.map((fault) => (
                <li key={fault}>{fault}</li>
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
