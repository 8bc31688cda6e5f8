import { canAsk } from '../cli/ask.js'
import { keyMissing, openClient } from '../cli/client.js'
import { command } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { readKeyFile } from '../cli/read-file.js'
import { withFacts } from '../cli/settings.js'
import { requireApiKey } from '../client/key-guard.js'
import { findFactsFile } from '../config/facts-file.js'
import { readProfiles } from '../config/profiles.js'
import { findProjectFile } from '../config/project-file.js'
import { DEFAULT_BASE_URL, DEFAULT_PREFIX } from '../config/settings.js'
import type { ResultOf } from '../contract/operations/index.js'
import { type Result, result } from '../output/outcome.js'
import { wrongUsage } from '../terminal/failure.js'
import { askSecret } from '../ui/secret-prompt.js'
import { keyText } from './key-text.js'
import { profileFacts } from './profiles/profile-facts.js'
import { requireProfileName } from './profiles/profile-name.js'

export const COMMAND = command({
  examples: [
    ['login --base-url https://ingest.example.com', 'asks for the key'],
    ['login --profile staging --base-url https://ingest.example.com --api-key-file key.txt'],
    ['login --profile staging --facts staging.facts.yaml', 'a service that differs from what inpk assumes'],
    ['pass show inpk | inpk login --api-key-file -', 'the key from a password manager'],
  ],
  options: {},
  run: logIn,
})

/** Checks the key with the service and stores it only when it works; the profile is in use from then on. */
async function logIn(_input: unknown, factory: Factory): Promise<Result> {
  const wanted = wantedProfile(factory)
  const apiKey = requireApiKey(await readKey(factory, wanted.baseUrl), keyMissing({}))
  const settings = {
    baseUrl: { value: wanted.baseUrl, origin: 'login' },
    prefix: { value: wanted.prefix, origin: 'login' },
    apiKey: { value: apiKey, origin: 'login' },
    warnings: [],
  }
  const client = await openClient(factory, await withFacts(settings, findFacts(wanted, factory)))
  const { payload: me } = await client.call('getMe')
  const { updateConfig } = await import('../config/config-store.js')
  const path = await updateConfig(factory.environment, (file) => ({
    ...file,
    current: wanted.name,
    profiles: {
      ...file.profiles,
      [wanted.name]: {
        ...file.profiles?.[wanted.name],
        base_url: wanted.baseUrl,
        ...(wanted.prefix === DEFAULT_PREFIX ? {} : { api_prefix: wanted.prefix }),
        api_key: apiKey,
        ...profileFacts(factory),
      },
    },
  }))
  if (factory.environment.env.INPK_API_KEY) await factory.screen.warn('INPK_API_KEY is set: it outranks the profile.')
  return loggedIn(wanted, me, path)
}

interface Wanted {
  name: string
  baseUrl: string
  prefix: string
}

/** The profile to be made, or made again: the one named, else the one in use, else `default`. */
function wantedProfile({ environment, globals }: Factory): Wanted {
  const profiles = readProfiles(environment)
  const name = requireProfileName(globals.profile || environment.env.INPK_PROFILE || profiles.current || 'default')
  const known = profiles.byName[name]
  return {
    name,
    baseUrl: globals.baseUrl || environment.env.INPK_BASE_URL || known?.base_url || DEFAULT_BASE_URL,
    prefix: globals.apiPrefix || environment.env.INPK_API_PREFIX || known?.api_prefix || DEFAULT_PREFIX,
  }
}

/** The facts file that the profile will have, or the one in force here. */
function findFacts({ name }: Wanted, { environment, globals }: Factory) {
  const project = findProjectFile(environment.cwd)
  const profiles = readProfiles(environment)
  return findFactsFile({ flag: globals.facts, place: environment, project, profiles, profile: name })
}

async function readKey(factory: Factory, baseUrl: string): Promise<string> {
  const { environment, globals } = factory
  if (globals.apiKeyFile !== undefined) return readKeyFile(environment, globals.apiKeyFile)
  if (canAsk(factory)) return askSecret(factory, `API key for ${baseUrl}:`)
  throw wrongUsage(
    "can't prompt for the key: stdin is not a terminal",
    'Pass it with --api-key-file PATH, or - for stdin.',
  )
}

function loggedIn({ name, baseUrl }: Wanted, me: ResultOf<'getMe'>, path: string): Result {
  const data = { profile: name, base_url: baseUrl, key: me.key, org_id: me.org_id, org_name: me.org_name, file: path }
  const key = keyText(me.key)
  return result(data, ({ org_id, org_name }) => [
    `Logged in to ${baseUrl}: ${org_name ?? 'organisation'} (${org_id})`,
    `Key ${key.name}: scope ${key.scope}, ${key.environment} environment`,
    `Stored as profile ${name} in ${path}`,
  ])
}
