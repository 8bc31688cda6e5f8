import { shellWord } from '../../../src/base/escape.js'
import type { RepeatedRequest } from '../../../src/contract/control/repeat-request.js'
import { BASE_URL, DATA_FOLDER, EMULATOR_URL } from './base-url.js'
import { COMMANDS, forEmulator, UNKNOWN_KEY } from './commands.js'
import { DEFAULT_ORG } from './org-id.js'

/** Stands for a key the log doesn't have, in a shell. */
const KEY_OF_SHELL = '$INPK_API_KEY'

/** What sets the address and the keys of this emulator in a shell, also keys that only its data folder has. */
const SHELL_ENVIRONMENT = `eval "$(${forEmulator(COMMANDS.environment, { data: DATA_FOLDER, url: EMULATOR_URL })})"`
const IN_ITS_FOLDER = DATA_FOLDER === undefined ? '  # in the folder of the emulator' : ''

/** Whoever asks has to trust the certificate of this emulator; Node does so by itself. */
const isSecure = BASE_URL.startsWith('https:')
const CURL = isSecure ? 'curl --cacert "$NODE_EXTRA_CA_CERTS"' : 'curl'
const SHELL_TRUST = isSecure
  ? `${SHELL_ENVIRONMENT}  # ${DATA_FOLDER === undefined ? 'in the folder of the emulator: ' : ''}NODE_EXTRA_CA_CERTS\n`
  : ''
const PYTHON_IMPORTS = isSecure ? 'json, os, ssl, urllib.request' : 'json, urllib.request'
const PYTHON_TRUST = isSecure ? ', context=ssl.create_default_context(cafile=os.environ["NODE_EXTRA_CA_CERTS"])' : ''

/** The lines that set the address and a key in a shell. The page knows no random keys, but commands can get one. */
function shellLines(apiKey: string | undefined, orgId: string): string {
  if (apiKey === undefined && hasStoredKeys(orgId)) return `${SHELL_ENVIRONMENT}${IN_ITS_FOLDER}`
  const org = orgId === DEFAULT_ORG ? undefined : orgId
  const newKey = forEmulator(COMMANDS.newKey, { data: DATA_FOLDER, url: EMULATOR_URL, org })
  return `${SHELL_TRUST}export INPK_BASE_URL=${BASE_URL}\nexport INPK_API_KEY=${apiKey ?? `"$(${newKey} --jq .api_key)"`}`
}

/** Whether the environment has the keys where they are random: the emulator keeps those of the first organisation in a file. */
export function hasStoredKeys(orgId: string): boolean {
  return orgId === DEFAULT_ORG && EMULATOR_URL === undefined
}

/** The first request of a program, in its language; each can be run as it is, once a key is in it. */
export function snippets(apiKeyIfKnown: string | undefined, orgId: string): readonly (readonly [string, string])[] {
  const apiKey = apiKeyIfKnown ?? UNKNOWN_KEY
  return [
    ['Shell', shellLines(apiKeyIfKnown, orgId)],
    ['curl', `${CURL} ${BASE_URL}/api/input/me -H 'Authorization: Bearer ${apiKey}'`],
    [
      'TypeScript',
      `import { createClient } from 'inpk'

const client = createClient({
  baseUrl: '${BASE_URL}',
  apiKey: '${apiKey}',
})
console.log(await client.getMe())`,
    ],
    [
      'Python',
      `import ${PYTHON_IMPORTS}

request = urllib.request.Request(
    "${BASE_URL}/api/input/me",
    headers={"Authorization": "Bearer ${apiKey}"},
)
print(json.load(urllib.request.urlopen(request${PYTHON_TRUST})))`,
    ],
  ]
}

/** A request as a curl command. A key the log doesn't have is taken from the environment. */
export function curlOf({ method, path, headers, body }: RepeatedRequest): string {
  const isPlain = method === 'GET' && body === null
  const lines = [
    `${CURL} ${isPlain ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${shellWord(BASE_URL + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value)}`),
    ...(body === null ? [] : [`--data-raw ${shellWord(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function header(name: string, value: string): string {
  return value === '(removed)' ? `"${name}: Bearer ${KEY_OF_SHELL}"` : shellWord(`${name}: ${value}`)
}
