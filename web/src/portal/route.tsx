import { useEffect, useMemo, useRef, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { createStore } from './create-store.ts'

export type Route =
  | { page: 'home' }
  | { page: 'request'; documentId: number }
  | { page: 'history' }
  | { page: 'wrongPerson' }

const base = '/portal'

export const paths = {
  home: base,
  request: (documentId: number) => `${base}/requests/${documentId}`,
  history: `${base}/history`,
  wrongPerson: `${base}/wrong-person`,
}

function routeOf(pathname: string): Route {
  const [page = '', id = ''] = pathname.slice(base.length).split('/').filter(Boolean)
  if (page === 'requests' && /^\d{1,15}$/.test(id)) return { page: 'request', documentId: Number(id) }
  if (page === 'history') return { page: 'history' }
  return page === 'wrong-person' ? { page: 'wrongPerson' } : { page: 'home' }
}

const place = createStore(window.location.pathname)
let hasMoved = false
window.addEventListener('popstate', () => move(window.location.pathname))

function move(pathname: string): void {
  hasMoved = true
  place.set(pathname)
}

export function go(path: string): void {
  window.history.pushState(null, '', path)
  move(path)
  window.scrollTo(0, 0)
}

/** Where the same page turns to another state: its name is read out again, and reading begins there. */
export function focusPageTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}

export function useRoute(): Route {
  const pathname = place.use()
  return useMemo(() => routeOf(pathname), [pathname])
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode }

export function Link({ href, children, ...rest }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(href)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** The name of the page: for the tab, and read out when one has come here from another page. */
export function PageTitle({ children, className }: { children: string; className?: string | undefined }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · Vigie`
  }, [children])
  useEffect(() => {
    if (hasMoved) title.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={title} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
