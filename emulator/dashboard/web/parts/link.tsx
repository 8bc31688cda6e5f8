import type { MouseEvent, ReactNode } from 'react'
import { go, placeOf } from '../route.js'

interface LinkProps {
  to: string
  search?: Readonly<Record<string, string>>
  className?: string
  current?: boolean
  title?: string
  children: ReactNode
}

/** A link within the page; the organisation goes with it. */
export function Link({ to, search, className, current, title, children }: LinkProps) {
  const href = placeOf(to, search)
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    go(href)
  }
  return (
    <a href={href} onClick={follow} className={className} title={title} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
