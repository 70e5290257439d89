import { type CodeAction, CodeActionKind, type Diagnostic, type Range, type TextEdit } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { applyFixes, type Finding, languageOf, readPlaces } from '../../../src/node/index.ts'
import { listCommentCandidates } from '../convert/comment-candidates.ts'
import { shortestEdit } from '../convert/shortest-edit.ts'
import { toRange } from '../convert/to-range.ts'
import type { FolderSession, ShownFinding } from './folder-session.ts'

/** What code actions are made of. */
export interface ActionContext {
  readonly document: TextDocument
  readonly session: FolderSession
  readonly range: Range
  /** Diagnostics that the client has at the range. */
  readonly diagnostics: readonly Diagnostic[]
}

const REASON = 'TODO: reason'

/** Quick fixes of the findings at a range: the automatic fix of the rule, and comments that suppress the rule with a reason. */
export async function listCodeActions({ document, session, range, diagnostics }: ActionContext): Promise<readonly CodeAction[]> {
  const actions: CodeAction[] = []
  for (const { finding } of findingsIn(session.findingsOf(document.uri), range)) {
    const own = diagnostics.filter(({ code, source, range: at }) => source === 'assay' && code === finding.rule && at.start.line === finding.line - 1)
    const fix = fixFinding(document, finding)
    if (fix !== undefined) actions.push({ ...quickFix(`Fix: ${finding.fix ?? finding.title}`, document, fix, own), isPreferred: true })
    const comment = await suppressLine(document, session, finding)
    if (comment !== undefined) actions.push(quickFix(`Suppress ${finding.rule} here, with a reason`, document, comment, own))
  }
  return actions
}

/** The findings that touch a range. */
export function findingsIn(shown: readonly ShownFinding[], { start, end }: Range): readonly ShownFinding[] {
  return shown.filter(({ finding }) => {
    const at = toRange(finding)
    return comparePositions(at.start, end) <= 0 && comparePositions(start, at.end) <= 0
  })
}

function comparePositions(left: Range['start'], right: Range['start']): number {
  return left.line - right.line || left.character - right.character
}

function quickFix(title: string, document: TextDocument, edit: TextEdit, diagnostics: readonly Diagnostic[]): CodeAction {
  return {
    title: title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [...diagnostics],
    edit: { documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits: [edit] }] },
  }
}

const MAX_TITLE = 100

function fixFinding(document: TextDocument, finding: Finding): TextEdit | undefined {
  const places = finding.autofix === undefined ? undefined : readPlaces(document.getText())
  if (places === undefined) return undefined
  const { text, applied } = applyFixes(places, [finding])
  return applied.length === 0 ? undefined : shortestEdit(document, text)
}

/**
 * The first comment that a scan of the changed text accepts: which one does depends on the code around the finding, such as JSX or a template.
 * Undefined if none does.
 */
async function suppressLine(document: TextDocument, session: FolderSession, finding: Finding): Promise<TextEdit | undefined> {
  const text = document.getText()
  const file = session.pathOf(document.uri)
  const lines = text.split(/\r\n|\n|\r/)
  const before = await countRule(session, file, text, finding.rule)
  for (const { line, column, before: open, after } of listCommentCandidates(languageOf(file, text), file, lines, finding.line, finding.rule)) {
    const position = { line: line - 1, character: column - 1 }
    const offset = document.offsetAt(position)
    const newText = `${open}${REASON}${after}`
    const changed = text.slice(0, offset) + newText + text.slice(offset)
    // A finding that only a scan of the project has cannot be tried here.
    if (before === 0 || (await countRule(session, file, changed, finding.rule)) < before)
      return { range: { start: position, end: position }, newText }
  }
  return undefined
}

async function countRule(session: FolderSession, file: string, text: string, rule: string): Promise<number> {
  return (await session.files.scan(file, text)).filter((finding) => finding.rule === rule).length
}
