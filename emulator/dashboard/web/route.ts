import { useSyncExternalStore } from 'react'

/** Where the page is: `/requests/req_1?org=2&status=4xx`. */
export interface PageRoute {
  /** The first segment, such as `requests`; '' at the root. */
  page: string
  /** The segments after it, decoded. */
  rest: readonly string[]
  search: URLSearchParams
}

const listeners = new Set<() => void>()

/** The route, kept up with the address bar. */
export function useRoute(): PageRoute {
  const href = useSyncExternalStore(subscribe, () => location.pathname + location.search)
  const url = new URL(href, location.origin)
  const [page = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decode)
  return { page, rest, search: url.searchParams }
}

/** Goes to another place within the page; `replace` leaves no trace in the history. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  for (const listener of listeners) listener()
}

/** The address of a place in the organisation the page shows now; members of `search` that are '' are left out. */
export function hrefOf(path: string, search: Readonly<Record<string, string>> = {}): string {
  const org = new URLSearchParams(location.search).get('org')
  const members = Object.entries({ ...(org ? { org } : {}), ...search }).filter(([, value]) => value !== '')
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members)}`
}

/** The members of the address that narrow the page down. */
export function currentFilters(): Record<string, string> {
  const { org: _, ...filters } = Object.fromEntries(new URLSearchParams(location.search))
  return filters
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
