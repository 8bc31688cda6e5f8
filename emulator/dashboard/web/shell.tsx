import type { ReactNode } from 'react'
import { useIsConnected } from './live.js'
import { Icon, type IconName } from './parts/icon.js'
import { Link } from './parts/link.js'
import { SaidLine } from './parts/said.js'
import { TopBar } from './top-bar.js'

type Links = readonly (readonly [page: string, icon: IconName, label: string])[]

const PLACES: readonly (readonly [heading: string, links: Links])[] = [
  [
    'Traffic',
    [
      ['requests', 'requests', 'Requests'],
      ['deliveries', 'webhooks', 'Deliveries'],
      ['subscriptions', 'connections', 'Subscriptions'],
      ['outbox', 'outbox', 'Outbox'],
      ['invites', 'plus', 'Invites'],
    ],
  ],
  [
    'Feedback',
    [
      ['sources', 'sources', 'Sources'],
      ['analysis', 'analysis', 'Analysis'],
      ['monitors', 'monitors', 'Monitors, reports'],
    ],
  ],
  [
    'Access',
    [
      ['keys', 'keys', 'Keys'],
      ['connections', 'check', 'Connections'],
    ],
  ],
  [
    'World',
    [
      ['clock', 'clock', 'Clock and faults'],
      ['state', 'state', 'State, history'],
      ['assumptions', 'assumptions', 'Assumptions'],
    ],
  ],
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
              {links.map(([name, icon, label]) => (
                <li key={name}>
                  <Link to={`/${name}`} current={name === page}>
                    <Icon name={icon} />
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
      <SaidLine />
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
