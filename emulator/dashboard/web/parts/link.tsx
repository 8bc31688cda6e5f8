import type { MouseEvent, ReactNode } from 'react'
import { currentFilters, go, hrefOf } from '../route.js'

interface LinkProps {
  to: string
  search?: Readonly<Record<string, string>>
  /** The filters of the page go with it, as for what is opened of a list. */
  keep?: boolean
  className?: string
  current?: boolean
  title?: string
  /** Called when it is followed within this page. */
  onFollow?(): void
  children: ReactNode
}

/** A link within the page; the organisation goes with it. */
export function Link({ to, search, keep, className, current, title, onFollow, children }: LinkProps) {
  const href = hrefOf(to, keep ? { ...currentFilters(), ...search } : search)
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onFollow?.()
    go(href)
  }
  return (
    <a href={href} onClick={follow} className={className} title={title} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
