import { createContext, type ReactNode, useContext } from 'react'
import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { type Loaded, useRecord } from './use-record.js'

type Organization = Loaded<ControlResultOf<'getOrganization'>>

const OrganizationContext = createContext<Organization>({ data: undefined, error: undefined, reload() {} })

/** Reads the organisation the page shows once, for everything below it. */
export function OrganizationProvider({ children }: { children: ReactNode }) {
  const organization = useRecord('getOrganization')
  return <OrganizationContext value={organization}>{children}</OrganizationContext>
}

/** The organisation the page shows. */
export function useOrganization(): Organization {
  return useContext(OrganizationContext)
}
