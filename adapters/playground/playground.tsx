import { Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import schema from '../../rules.schema.json' with { type: 'json' }
import { codeMarks, goTo, type MarkedPlace, showMarks } from './editor/code-marks.ts'
import { languageExtension } from './editor/code-language.ts'
import { replaceText } from './editor/open-editor.ts'
import { ruleHelp } from './editor/rule-help.ts'
import { ruleProblems, showProblems } from './editor/rule-problems.ts'
import { createSchemaGuide } from './schema/schema-guide.ts'
import type { Example } from './share/examples.ts'
import type { PlaygroundState } from './share/playground-state.ts'
import { readFragment, toFragment } from './share/share-fragment.ts'
import { toRuleAndFixture } from './share/to-fixture.ts'
import { toMarks } from './to-marks.ts'
import { useEngine } from './use-engine.ts'
import { EditorPane } from './views/editor-pane.tsx'
import { ProblemList } from './views/problem-list.tsx'
import { ResultPanel, type Tab } from './views/result-panel.tsx'
import { Toolbar } from './views/toolbar.tsx'

/** Milliseconds without typing, after which the address changes. Browsers limit how often a page may change it. */
const ADDRESS_DELAY = 400

/** The playground: a rule on the left, code on the right, and what the rule matches. */
export function Playground({ start, examples }: { readonly start: PlaygroundState; readonly examples: readonly Example[] }) {
  const [state, setState] = useState(start)
  const [tab, setTab] = useState<Tab>('matches')
  const [chosen, setChosen] = useState(0)
  const [node, setNode] = useState<MarkedPlace>()
  const [cursor, setCursor] = useState({ line: 1, column: 1 })
  const [isOnlyLine, setOnlyLine] = useState(false)
  const [message, setMessage] = useState('')
  const ruleView = useRef<EditorView>()
  const codeView = useRef<EditorView>()
  const language = useMemo(() => new Compartment(), [])
  const { answer, failure, took, ask } = useEngine()
  const findings = answer?.findings ?? []

  const explainedLine = isOnlyLine ? cursor.line : undefined

  useEffect(() => {
    ask({ ...state, wantsSyntax: tab === 'tree', ...(tab === 'explain' ? { explains: explainedLine ?? 'file' } : {}) })
  }, [state, tab, explainedLine])
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', toFragment(state)), ADDRESS_DELAY)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    const open = (): void => show(readFragment(location.hash))
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  useEffect(() => {
    if (ruleView.current) showProblems(ruleView.current, answer?.problems ?? [])
  }, [answer])
  useEffect(() => {
    if (codeView.current) showMarks(codeView.current, toMarks(findings, chosen, tab === 'tree' ? node : undefined))
  }, [answer, chosen, node, tab])
  useEffect(() => codeView.current?.dispatch({ effects: language.reconfigure(languageExtension(state.path)) }), [state.path])

  function show(next: PlaygroundState | undefined): void {
    if (!next) return
    setState(next)
    setChosen(0)
    if (ruleView.current) replaceText(ruleView.current, next.rule)
    if (codeView.current) replaceText(codeView.current, next.code)
  }

  async function copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setMessage(done)
    } catch {
      setMessage('The browser does not allow access to the clipboard. Copy the address or the texts yourself.')
    }
  }

  function share(): void {
    history.replaceState(null, '', toFragment(state))
    void copy(location.href, 'Link copied. It contains the rule and the code.')
  }

  const choose = (view: EditorView | undefined, place: MarkedPlace): void => {
    if (!view) return
    goTo(view, place)
    view.focus()
  }
  return (
    <>
      <h1>Playground</h1>
      <Toolbar
        examples={examples}
        path={state.path}
        message={message}
        onExample={show}
        onPath={(path) => setState((before) => ({ ...before, path }))}
        onShare={share}
        onCopy={() =>
          void copy(
            toRuleAndFixture(
              state,
              findings.map(({ line }) => line),
            ),
            'Rule and fixture copied.',
          )
        }
      />
      <div class="panes">
        <section class="pane" aria-labelledby="rule-title">
          <h2 id="rule-title">Rule</h2>
          <EditorPane
            id="rule"
            label="Rule in YAML"
            text={start.rule}
            extensions={useMemo(() => [ruleHelp(createSchemaGuide(schema, 'RuleSpec')), ruleProblems], [])}
            onOpen={(view) => (ruleView.current = view)}
            onChange={(rule) => setState((before) => ({ ...before, rule }))}
          />
          <ProblemList
            problems={answer?.problems ?? []}
            onChoose={({ line, column }) => choose(ruleView.current, { line, column, endLine: line, endColumn: column })}
          />
        </section>
        <section class="pane" aria-labelledby="code-title">
          <h2 id="code-title">Code</h2>
          <EditorPane
            id="code"
            label="Code"
            text={start.code}
            extensions={useMemo(() => [codeMarks, language.of(languageExtension(start.path)), followCursor(setCursor)], [])}
            onOpen={(view) => (codeView.current = view)}
            onChange={(code) => setState((before) => ({ ...before, code }))}
          />
        </section>
        <ResultPanel
          answer={answer}
          failure={failure}
          took={took}
          tab={tab}
          chosen={chosen}
          cursor={cursor}
          explainedLine={explainedLine}
          onTab={setTab}
          onExplainLine={setOnlyLine}
          onPlace={(place) => codeView.current && goTo(codeView.current, place)}
          onFinding={(index, place) => {
            setChosen(index)
            if (codeView.current) goTo(codeView.current, place)
          }}
          onNode={({ start: from, end }) => {
            const place = { line: from.line, column: from.column, endLine: end.line, endColumn: end.column }
            setNode(place)
            if (codeView.current) goTo(codeView.current, place)
          }}
        />
      </div>
    </>
  )
}

function followCursor(tell: (cursor: { readonly line: number; readonly column: number }) => void) {
  return EditorView.updateListener.of(({ state, selectionSet, docChanged }) => {
    if (!selectionSet && !docChanged) return
    const { from } = state.selection.main
    const line = state.doc.lineAt(from)
    tell({ line: line.number, column: from - line.from + 1 })
  })
}
