import type { FunctionComponent } from 'react'
import { AnalysisPage } from './pages/analysis.js'
import { AssumptionsPage } from './pages/assumptions.js'
import { ClockPage } from './pages/clock.js'
import { ConnectionsPage } from './pages/connections.js'
import { DeliveriesPage } from './pages/deliveries.js'
import { InvitesPage } from './pages/invites.js'
import { KeysPage } from './pages/keys.js'
import { MonitorsPage } from './pages/monitors.js'
import { OrganizationsPage } from './pages/organizations/index.js'
import { OutboxPage } from './pages/outbox.js'
import { RequestsPage } from './pages/requests.js'
import { SourcesPage } from './pages/sources.js'
import { StatePage } from './pages/state.js'
import { SubscriptionsPage } from './pages/subscriptions.js'
import { WrongHostPage } from './pages/wrong-host.js'

interface Page {
  name: string
  component: FunctionComponent
}

const PAGES: Readonly<Record<string, FunctionComponent>> = {
  '': RequestsPage,
  requests: RequestsPage,
  analysis: AnalysisPage,
  assumptions: AssumptionsPage,
  clock: ClockPage,
  connections: ConnectionsPage,
  deliveries: DeliveriesPage,
  invites: InvitesPage,
  keys: KeysPage,
  monitors: MonitorsPage,
  organizations: OrganizationsPage,
  outbox: OutboxPage,
  sources: SourcesPage,
  state: StatePage,
  subscriptions: SubscriptionsPage,
}

/** The page of a first segment; if there is none, someone mistook this host for the API. */
export function findPage(segment: string): Page {
  const component = Object.hasOwn(PAGES, segment) ? PAGES[segment] : undefined
  if (!component) return { name: '', component: WrongHostPage }
  return { name: segment === '' ? 'requests' : segment, component }
}
