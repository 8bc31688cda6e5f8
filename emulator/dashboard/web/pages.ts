import type { FunctionComponent } from 'react'
import { RequestsPage } from './pages/requests.js'
import { WrongHostPage } from './pages/wrong-host.js'

interface Page {
  name: string
  component: FunctionComponent
}

const PAGES: Readonly<Record<string, FunctionComponent>> = {
  '': RequestsPage,
  requests: RequestsPage,
}

/** The page of a first segment; where there is none, somebody mistook this host for the API. */
export function findPage(segment: string): Page {
  const component = Object.hasOwn(PAGES, segment) ? PAGES[segment] : undefined
  if (!component) return { name: '', component: WrongHostPage }
  return { name: segment === '' ? 'requests' : segment, component }
}
