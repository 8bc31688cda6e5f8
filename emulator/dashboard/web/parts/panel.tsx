import { type ReactNode, useEffect, useRef } from 'react'
import { go } from '../route.js'
import { Icon } from './icon.js'

/** What is opened of a list, beside it; Escape goes back to `back`. */
export function Panel({ title, back, children }: { title: ReactNode; back: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) go(back)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [back])
  return (
    <aside className="panel" aria-label="Details">
      <header>
        <h2 ref={heading}>{title}</h2>
        <button type="button" className="quiet" aria-label="Close details" onClick={() => go(back)}>
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
