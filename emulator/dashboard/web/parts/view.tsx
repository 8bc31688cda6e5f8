import type { ReactNode } from 'react'

interface ViewProps {
  title: string
  /** Buttons that do something. */
  actions?: ReactNode
  /** Fields that narrow the list down. */
  filters?: ReactNode
  children: ReactNode
  panel?: ReactNode
}

/** A page: heading, filters, what it shows, and what is open of it at its side. */
export function View({ title, actions, filters, children, panel }: ViewProps) {
  return (
    <div className={`view${panel ? ' split' : ''}`}>
      <div className="view-main">
        <header className="view-head">
          <h1>{title}</h1>
          {filters && <search className="filters">{filters}</search>}
          <div className="actions">{actions}</div>
        </header>
        {children}
      </div>
      {panel}
    </div>
  )
}
