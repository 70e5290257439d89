import { useEffect, useState } from 'preact/hooks'

/** Addresses that the page itself shows. */
const OF_PAGE = /^\/(?:rules(?:\/[^/]+)?)?$/

/** The path of the address bar. Links to other addresses of the page are followed without loading it again, which would lose the result and the key. */
export function useAddress(): string {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = (): void => setPath(location.pathname)
    const open = (event: MouseEvent): void => {
      const next = readLink(event)
      if (next === undefined) return
      event.preventDefault()
      history.pushState(null, '', next)
      follow()
      scrollTo(0, 0)
    }
    addEventListener('popstate', follow)
    document.addEventListener('click', open)
    return () => {
      removeEventListener('popstate', follow)
      document.removeEventListener('click', open)
    }
  }, [])
  return path
}

/** The address within the page to which a click leads. A click with a modifier key opens a new tab, as everywhere. */
function readLink(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined
  return link.origin === location.origin && link.hash === '' && OF_PAGE.test(link.pathname) ? link.pathname : undefined
}
