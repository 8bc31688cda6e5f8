import type { RepeatedRequest } from '../../../src/contract/control/repeat-request.js'
import { BASE_URL } from './base-url.js'
import { quoted } from './commands.js'

/** Stands for a key the page doesn't know. */
const UNKNOWN_KEY = '$INPK_API_KEY'

/** The first request of a program, in its language; each can be run as it is. */
export function snippets(apiKey: string): readonly (readonly [title: string, text: string])[] {
  return [
    ['Shell', `export INPK_BASE_URL=${BASE_URL}\nexport INPK_API_KEY=${apiKey}`],
    ['curl', `curl ${BASE_URL}/api/input/me -H 'Authorization: Bearer ${apiKey}'`],
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
      `import json, urllib.request

request = urllib.request.Request(
    "${BASE_URL}/api/input/me",
    headers={"Authorization": "Bearer ${apiKey}"},
)
print(json.load(urllib.request.urlopen(request)))`,
    ],
  ]
}

/** A request as a curl command. A key the log doesn't have is taken from the environment. */
export function curlOf({ method, path, headers, body }: RepeatedRequest): string {
  const isPlain = method === 'GET' && body === null
  const lines = [
    `curl ${isPlain ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `}${quoted(BASE_URL + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function header(name: string, value: string): string {
  return value === '(removed)' ? `"${name}: Bearer ${UNKNOWN_KEY}"` : quoted(`${name}: ${value}`)
}
