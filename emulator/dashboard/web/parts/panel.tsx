import { type ReactNode, useEffect, useRef } from 'react'
import { go } from '../route.js'
import { Icon } from './icon.js'

/** What is opened of a list, beside it; Escape goes back to `back`. */
export function Panel({ title, back, children }: { title: ReactNode; back: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocus(heading)
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open], .menu-open')) go(back)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [back])
  return (
    <aside className="panel" aria-label="Details">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="quiet" aria-label="Close details" title="Close (Esc)" onClick={() => go(back)}>
          <Icon name="close" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="panel-body" tabIndex={0} aria-label="Details, scrollable">
        {children}
      </section>
    </aside>
  )
}

/** What was followed into the panel has the focus again once the panel is closed; what opened by its address takes none. */
function useFocus(heading: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement
    if (before instanceof HTMLAnchorElement) heading.current?.focus({ preventScroll: true })
    return () => {
      const now = document.activeElement
      const isLost = now === null || now === document.body || !now.isConnected
      if (isLost || heading.current?.closest('.panel')?.contains(now)) (before as HTMLElement | null)?.focus()
    }
  }, [heading])
}

/** A part of a panel or a page, under a heading. */
export function Section({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      <header>
        <h2>{title}</h2>
        {side}
      </header>
      {children}
    </section>
  )
}

/** Names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
