import { DATA_FOLDER, EMULATOR_URL } from './base-url.js'
import { forEmulator, UNKNOWN_KEY } from './commands.js'
import { DEFAULT_ORG, useOrgId } from './org-id.js'
import { useOrganization } from './organization.js'

/** A command line as it is to be run for the emulator and the organisation that the page shows. */
export function useCommand(line: string): string {
  const orgId = useOrgId()
  const { data } = useOrganization()
  // Without a key, a command would act on the first organisation.
  const apiKey = data && (data.keys?.test.all ?? UNKNOWN_KEY)
  const organization = orgId === DEFAULT_ORG ? {} : { org: orgId, apiKey }
  return forEmulator(line, { data: DATA_FOLDER, url: EMULATOR_URL, ...organization })
}
