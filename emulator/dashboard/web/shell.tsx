import { type ReactNode, useEffect, useState } from 'react'
import { BASE_URL } from './base-url.js'
import { later } from './browser.js'
import { KeyboardHelp } from './keyboard.js'
import { useIsConnected } from './live-events.js'
import { useOrgId } from './org-id.js'
import { useOrganization } from './organization.js'
import { Id } from './parts/copy.js'
import { Icon, type IconName } from './parts/icon.js'
import { Link } from './parts/link.js'
import { Empty } from './parts/notes.js'
import { ToastLine } from './parts/toast.js'
import { View } from './parts/view.js'
import { useRoute } from './route.js'
import { TopBar } from './top-bar.js'

/** A page that has just been opened is not connected yet, and need not say so. */
const PATIENCE_MS = 1_500

type Links = readonly (readonly [page: string, icon: IconName, label: string])[]

const PLACES: readonly (readonly [heading: string, links: Links])[] = [
  [
    'Traffic',
    [
      ['requests', 'requests', 'Requests'],
      ['deliveries', 'webhooks', 'Deliveries'],
      ['subscriptions', 'connections', 'Subscriptions'],
      ['invites', 'send', 'Invites'],
      ['outbox', 'outbox', 'Outbox'],
    ],
  ],
  [
    'Feedback',
    [
      ['sources', 'sources', 'Sources'],
      ['analysis', 'analysis', 'Analysis'],
      ['monitors', 'monitors', 'Monitors'],
    ],
  ],
  [
    'Access',
    [
      ['keys', 'keys', 'Keys'],
      ['connections', 'members', 'Connections'],
    ],
  ],
  [
    'Environment',
    [
      ['clock', 'clock', 'Clock and faults'],
      ['state', 'state', 'State and history'],
      ['organizations', 'organizations', 'Organisations'],
      ['assumptions', 'assumptions', 'Assumptions'],
    ],
  ],
]

/** What surrounds every page. */
export function Shell({ page, children }: { page: string; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useMenu()
  const isGone = useOrganization().error?.status === 404
  return (
    <div className={`shell${isMenuOpen ? ' menu-open' : ''}`}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} />
      <nav className="side" id="pages" aria-label="Pages">
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
        <p className="base-url">
          <span className="dim">API</span> <Id value={BASE_URL} />
        </p>
        <LiveMark />
      </nav>
      <main id="main" tabIndex={-1}>
        <Banner />
        {isGone ? <NoOrganization /> : children}
      </main>
      <ToastLine />
      <KeyboardHelp />
    </div>
  )
}

/** On a narrow page the menu covers it; another page or Escape closes it. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const { page } = useRoute()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it.
  useEffect(() => setOpen(false), [page])
  useEffect(() => {
    if (!isOpen) return
    document.querySelector<HTMLElement>('.side a[aria-current], .side a')?.focus()
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      document.querySelector<HTMLElement>('.menu-button')?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  return [isOpen, setOpen] as const
}

function LiveMark() {
  const isConnected = useIsConnected()
  return (
    <p className={`live-mark${isConnected ? ' on' : ''}`} role="status">
      {isConnected ? 'Live' : 'Not connected'}
    </p>
  )
}

/** Says above every page that what it shows may be old. */
function Banner() {
  const isConnected = useIsConnected()
  const { error } = useOrganization()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    return isConnected ? undefined : later(PATIENCE_MS, () => setLate(true))
  }, [isConnected])
  return (
    <div className="banner" role="status">
      {isLate && error?.status !== 404 && (
        <p>Lost connection to the emulator. Data may be out of date; this page reconnects automatically.</p>
      )}
    </div>
  )
}

/** What replaces every page where the address names an unknown organisation. */
function NoOrganization() {
  const orgId = useOrgId()
  return (
    <View title="No such organisation">
      <Empty title={`Organisation ${orgId} not found`}>
        It may have been deleted, or the emulator was restarted without its data.{' '}
        <Link to="/requests" search={{ org: '' }}>
          Go to the default organisation
        </Link>
        , or{' '}
        <Link to="/organizations" search={{ org: '' }}>
          see them all
        </Link>
        .
      </Empty>
    </View>
  )
}
