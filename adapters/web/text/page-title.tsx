import { useEffect, useRef } from 'preact/hooks'

/** The heading of a page that is opened within the application. Takes the focus, so that screen readers announce the new page. */
export function PageTitle({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${text} · Assay`
    heading.current?.focus()
  }, [text])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {text}
    </h1>
  )
}
