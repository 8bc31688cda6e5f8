import { command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { readProfiles } from '../../config/profiles.js'
import { eachOf } from '../../output/batches.js'
import type { Column, ListResult } from '../../output/outcome.js'
import { profileRecord } from './profile-record.js'

const COLUMNS: readonly Column[] = [
  { key: 'current', title: 'IN USE', show: (value) => (value ? '*' : '') },
  { key: 'name', title: 'NAME' },
  { key: 'base_url', title: 'ADDRESS', flexible: true },
  { key: 'environment', title: 'ENVIRONMENT' },
  { key: 'key_id', title: 'KEY' },
]

export const COMMAND = command({
  examples: [['profiles list']],
  options: {},
  run: listProfiles,
})

async function listProfiles(_input: unknown, { environment }: Factory): Promise<ListResult> {
  const profiles = readProfiles(environment)
  const records = Object.entries(profiles.byName).map(([name, profile]) => profileRecord(profiles, name, profile))
  return { rows: eachOf(records), columns: COLUMNS, whenEmpty: 'No profiles yet. `inpk login` creates one.' }
}
