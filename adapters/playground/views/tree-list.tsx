import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileSyntax, SyntaxNode } from '../../../src/index.ts'

/** Pixels of a row. Only the rows in view are in the document: 500 lines have 10,000 nodes. */
const ROW = 24

interface TreeListProps {
  readonly syntax: FileSyntax | undefined
  /** The place of the cursor in the code. */
  readonly cursor: { readonly line: number; readonly column: number }
  readonly onChoose: (node: SyntaxNode) => void
}

/** The syntax tree as rules see it: node types, fields, and resolved names, types and constants. */
export function TreeList({ syntax, cursor, onChoose }: TreeListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [at, setAt] = useState(0)
  const [showsTokens, setShowsTokens] = useState(false)
  const nodes = (syntax?.nodes ?? []).filter(({ named }) => named || showsTokens)
  const under = findNode(nodes, cursor)
  useEffect(() => {
    setAt(under)
    scrollTo(box.current, under)
  }, [under, syntax])
  if (syntax === undefined) return <p class="quiet">Reading the code…</p>
  if (nodes.length === 0) return <p class="quiet">{syntax.problems.join(' ') || 'This file has no syntax tree.'}</p>
  const height = box.current?.clientHeight ?? 400
  const first = Math.max(0, Math.floor(top / ROW) - 5)
  const shown = nodes.slice(first, first + Math.ceil(height / ROW) + 10)
  const move = (index: number): void => {
    const node = nodes[Math.min(Math.max(index, 0), nodes.length - 1)]
    if (!node) return
    setAt(nodes.indexOf(node))
    scrollTo(box.current, nodes.indexOf(node))
    onChoose(node)
  }
  return (
    <>
      <p class="tools">
        <label>
          <input type="checkbox" id="tokens" checked={showsTokens} onChange={() => setShowsTokens(!showsTokens)} /> Show tokens
        </label>
        {syntax.problems.length > 0 && <span class="critical">{syntax.problems.join(' ')}</span>}
      </p>
      <div
        id="tree"
        class="tree"
        role="tree"
        tabIndex={0}
        aria-label="Syntax tree"
        aria-activedescendant={`node-${at}`}
        ref={box}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={(event) => {
          const next = moveBy(event.key, at, nodes)
          if (next === undefined) return
          event.preventDefault()
          move(next)
        }}
      >
        {/* CSS heights are set by script, because the policy of the page forbids style attributes in its text. */}
        <div role="presentation" style={{ height: `${first * ROW}px` }} />
        {shown.map((node, index) => (
          <Row key={first + index} node={node} index={first + index} isChosen={first + index === at} onChoose={() => move(first + index)} />
        ))}
        <div role="presentation" style={{ height: `${Math.max(0, nodes.length - first - shown.length) * ROW}px` }} />
      </div>
    </>
  )
}

interface RowProps {
  readonly node: SyntaxNode
  readonly index: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row({ node, index, isChosen, onChoose }: RowProps) {
  const { type, field, depth, text, name, typeName, constant, start } = node
  return (
    <div
      id={`node-${index}`}
      class={isChosen ? 'row chosen' : 'row'}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      style={{ paddingLeft: `${0.5 + depth * 0.9}rem` }}
      onClick={onChoose}
    >
      {field !== undefined && <span class="quiet">{field}: </span>}
      <code>{type}</code>
      {text !== undefined && text !== type && <span class="text"> {JSON.stringify(text.slice(0, 60))}</span>}
      {name !== undefined && <span class="fact"> name {name}</span>}
      {typeName !== undefined && <span class="fact"> type {typeName}</span>}
      {constant !== undefined && <span class="fact"> constant {JSON.stringify(constant)}</span>}
      <span class="quiet">
        {' '}
        {start.line}:{start.column}
      </span>
    </div>
  )
}

/** The innermost node that contains the cursor. In preorder it is the last one. */
function findNode(nodes: readonly SyntaxNode[], { line, column }: { readonly line: number; readonly column: number }): number {
  const found = nodes.findLastIndex(
    ({ start, end }) =>
      (start.line < line || (start.line === line && start.column <= column)) && (end.line > line || (end.line === line && end.column > column)),
  )
  return Math.max(0, found)
}

/** Left goes to the parent, right to the first child. */
function moveBy(key: string, at: number, nodes: readonly SyntaxNode[]): number | undefined {
  const depth = nodes[at]?.depth ?? 0
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'ArrowRight') return (nodes[at + 1]?.depth ?? 0) > depth ? at + 1 : at
  if (key === 'ArrowLeft') return nodes.slice(0, at).findLastIndex((node) => node.depth < depth)
  if (key === 'Home') return 0
  return key === 'End' ? nodes.length - 1 : undefined
}

function scrollTo(box: HTMLElement | null, index: number): void {
  if (!box) return
  const top = index * ROW
  if (top < box.scrollTop || top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, top - box.clientHeight / 2)
}
