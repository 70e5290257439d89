import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours are the variables of the page, so that both follow the light or dark setting of the system. */
const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--card)', color: 'var(--ink)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '3px solid var(--gold)', outlineOffset: '-3px' },
  '.cm-scroller': { font: '0.875rem/1.5 ui-monospace, monospace', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--card)', color: 'var(--quiet)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--gold) 4%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--gold) 30%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'none', outline: '1px solid var(--quiet)' },
  '.cm-tooltip': { maxWidth: '32rem', border: '1px solid var(--quiet)', borderRadius: '0.3rem', background: 'var(--card)', color: 'var(--ink)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--gold)', color: 'var(--on-gold)' },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal' },
  '.help': { padding: '0.5rem 0.75rem', font: '0.875rem/1.45 system-ui, sans-serif' },
  '.help p': { margin: '0 0 0.35rem' },
  '.help code': { font: '0.8rem ui-monospace, monospace' },
  '.cm-diagnostic': { padding: '0.35rem 0.6rem' },
  '.match': { background: 'color-mix(in srgb, var(--critical) 8%, transparent)', borderBottom: '2px solid var(--critical)' },
  '.match.chosen': { background: 'color-mix(in srgb, var(--critical) 13%, transparent)', borderBottomWidth: '3px' },
  '.node': { outline: '2px solid var(--low)' },
  '.flow': { background: 'color-mix(in srgb, var(--gold) 8%, transparent)', borderBottom: '2px solid var(--gold)' },
  '.flow.source': { borderBottomColor: 'var(--low)' },
  '.flow.sink': { borderBottomColor: 'var(--critical)' },
  '.badge': {
    display: 'inline-block',
    minWidth: '1.25em',
    margin: '0 0.25em 0 0',
    borderRadius: '0.7em',
    background: 'var(--gold)',
    color: 'var(--on-gold)',
    font: '700 0.72rem/1.25em system-ui, sans-serif',
    textAlign: 'center',
    padding: '0.1em',
  },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--critical)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--low)' },
  { tag: [tags.typeName, tags.className], color: 'var(--medium)' },
  { tag: [tags.definition(tags.propertyName)], color: 'var(--low)' },
])

export const editorTheme: Extension = [theme, syntaxHighlighting(colours)]
