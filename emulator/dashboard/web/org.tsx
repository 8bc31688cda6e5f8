import { createContext, useContext } from 'react'

/** The organisation the page shows. */
export const OrgContext = createContext('1')

/** Its id. */
export function useOrgId(): string {
  return useContext(OrgContext)
}
