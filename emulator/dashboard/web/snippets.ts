import { shellWord } from '../../../src/base/escape.js'
import type { RepeatedRequest } from '../../../src/contract/control/repeat-request.js'
import { BASE_URL, DATA_FOLDER } from './base-url.js'
import { COMMANDS, forEmulator } from './commands.js'

/** Stands for a key the page doesn't know. */
const UNKNOWN_KEY = '$INPK_API_KEY'

/** Whoever asks has to trust the certificate of this emulator; Node does so by itself. */
const isSecure = BASE_URL.startsWith('https:')
const CURL = isSecure ? 'curl --cacert "$NODE_EXTRA_CA_CERTS"' : 'curl'
const SHELL_TRUST = isSecure
  ? `eval "$(${forEmulator(COMMANDS.environment, { data: DATA_FOLDER })})"  # ${DATA_FOLDER === undefined ? 'in the folder of the emulator: ' : ''}NODE_EXTRA_CA_CERTS\n`
  : ''
const PYTHON_IMPORTS = isSecure ? 'json, os, ssl, urllib.request' : 'json, urllib.request'
const PYTHON_TRUST = isSecure ? ', context=ssl.create_default_context(cafile=os.environ["NODE_EXTRA_CA_CERTS"])' : ''

/** The first request of a program, in its language; each can be run as it is. */
export function snippets(apiKey: string): readonly (readonly [title: string, text: string])[] {
  return [
    ['Shell', `${SHELL_TRUST}export INPK_BASE_URL=${BASE_URL}\nexport INPK_API_KEY=${apiKey}`],
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
  return value === '(removed)' ? `"${name}: Bearer ${UNKNOWN_KEY}"` : shellWord(`${name}: ${value}`)
}
