import { createContext, useContext } from 'react'

/** The organisation a page shows that names none. */
export const DEFAULT_ORG = '1'

/** The organisation the page shows. */
export const OrgContext = createContext(DEFAULT_ORG)

/** Its id. */
export function useOrgId(): string {
  return useContext(OrgContext)
}
