import { type ReactNode, useEffect } from 'react'
import { useOrganization } from '../organization.js'

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
  const { data } = useOrganization()
  const name = data?.name
  useEffect(() => {
    document.title = [title, name, 'inpk'].filter(Boolean).join(' · ')
  }, [title, name])
  return (
    <div className={`view${panel ? ' split' : ''}`}>
      <div className="view-main">
        <header className="view-head">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {filters && <search className="filters">{filters}</search>}
          <div className="actions">{actions}</div>
        </header>
        {children}
      </div>
      {panel}
    </div>
  )
}
