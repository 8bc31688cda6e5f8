import type { ReactNode } from 'react'
import { useIsConnected } from './live.js'
import { Icon, type IconName } from './parts/icon.js'
import { Link } from './parts/link.js'
import { TopBar } from './top-bar.js'

const PLACES: readonly (readonly [heading: string, links: readonly (readonly [page: IconName, label: string])[]])[] = [
  ['Traffic', [['requests', 'Requests']]],
]

/** What stands around every page. */
export function Shell({ page, children }: { page: string; children: ReactNode }) {
  return (
    <div className="shell">
      <a className="skip" href="#main">
        To the content
      </a>
      <nav className="side" aria-label="Pages">
        <p className="brand">
          inpk <span>emulator</span>
        </p>
        {PLACES.map(([heading, links]) => (
          <div key={heading} className="side-group">
            <p id={`side-${heading}`}>{heading}</p>
            <ul aria-labelledby={`side-${heading}`}>
              {links.map(([name, label]) => (
                <li key={name}>
                  <Link to={`/${name}`} current={name === page}>
                    <Icon name={name} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <LiveMark />
      </nav>
      <TopBar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function LiveMark() {
  const isConnected = useIsConnected()
  return (
    <p className={`live-mark${isConnected ? ' on' : ''}`} role="status">
      {isConnected ? 'Live' : 'Not connected'}
    </p>
  )
}
