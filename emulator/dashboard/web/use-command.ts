import { forOrganization } from './commands.js'
import { DEFAULT_ORG, useOrgId } from './org-id.js'
import { useOrganization } from './organization.js'

/** A command line as it is to be run for the organisation that the page shows. */
export function useCommand(line: string): string {
  const orgId = useOrgId()
  const { data } = useOrganization()
  return orgId === DEFAULT_ORG ? line : forOrganization(line, orgId, data?.keys?.test.all)
}
