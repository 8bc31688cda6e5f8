/** The table of operations, written out from contract.md section 2 and kept apart from the source on purpose. */
export type Words = 'classic' | 'recommended'
export type ScopeName = 'push' | 'create' | 'send' | 'mcp_read' | 'all'
export interface RouteRow {
  operation: string
  method: 'GET' | 'POST'
  path: string
  words: Words
  scopes: readonly ScopeName[] | 'any' | 'open'
  mounts: readonly string[]
  success: readonly number[]
}

export const SCOPE_NAMES: readonly ScopeName[] = ['push', 'create', 'send', 'mcp_read', 'all']
export const MOUNTS = ['/api/input', '/api/v1', ''] as const
const PUSH = ['push', 'create', 'all'] as const
const CREATE = ['create', 'all'] as const
const SEND = ['send', 'all'] as const

type Line = [string, 'GET' | 'POST', string, Words, RouteRow['scopes'], number[], (readonly string[])?]

const LINES: Line[] = [
  ['getMe', 'GET', '/me', 'classic', 'any', [200]],
  ['listSources', 'GET', '/surveys/list', 'classic', 'any', [200]],
  ['listSources', 'GET', '/sources/list', 'recommended', 'any', [200]],
  ['createGroup', 'POST', '/survey_series/create', 'classic', CREATE, [200]],
  ['createGroup', 'POST', '/feedback_groups/create', 'recommended', ['all'], [200]],
  ['createSource', 'POST', '/survey/create', 'classic', CREATE, [200]],
  ['createSource', 'POST', '/sources/create', 'recommended', CREATE, [200]],
  ['publishSource', 'POST', '/survey/publish', 'classic', CREATE, [200]],
  ['publishSource', 'POST', '/sources/publish', 'recommended', CREATE, [200]],
  ['pushContent', 'POST', '/content/push', 'classic', PUSH, [200]],
  ['pushContent', 'POST', '/feedback/push', 'recommended', PUSH, [200]],
  ['pushBulk', 'POST', '/content/push/bulk', 'classic', PUSH, [202, 200], ['/api/input']],
  ['pushBulk', 'POST', '/content/push/bulk', 'recommended', PUSH, [202, 200], ['/api/v1', '']],
  ['pushBulk', 'POST', '/feedback/push/bulk', 'recommended', PUSH, [202, 200]],
  ['getTask', 'GET', '/content/push/bulk/{task_id}', 'classic', PUSH, [200], ['/api/input']],
  ['getTask', 'GET', '/content/push/bulk/{task_id}', 'recommended', PUSH, [200], ['/api/v1', '']],
  ['getTask', 'GET', '/feedback/push/bulk/{task_id}', 'recommended', PUSH, [200]],
  ['getTask', 'GET', '/feedback/upload/{task_id}', 'recommended', PUSH, [200]],
  ['listFeedback', 'GET', '/feedback', 'recommended', PUSH, [200]],
  ['eraseFeedback', 'POST', '/feedback/erase', 'recommended', PUSH, [200]],
  ['uploadFeedback', 'POST', '/feedback/upload', 'recommended', PUSH, [202]],
  ['getAnalysis', 'GET', '/sources/{id}/analysis', 'recommended', PUSH, [200]],
  ['getInviteTemplate', 'GET', '/sources/{id}/invite-template', 'recommended', SEND, [200]],
  ['sendInvites', 'POST', '/sources/{id}/invites', 'recommended', SEND, [202, 200]],
  ['getInvite', 'GET', '/invites/{id}', 'recommended', SEND, [200]],
  ['listInviteRecipients', 'GET', '/invites/{id}/recipients', 'recommended', SEND, [200]],
  ['getOpenapi', 'GET', '/openapi.json', 'recommended', 'open', [200], ['/api/v1', '']],
  ['mcp', 'POST', '/mcp', 'recommended', ['mcp_read', 'all'], [200, 202]],
]

export const ROUTES: readonly RouteRow[] = LINES.map(([operation, method, path, words, scopes, success, mounts]) => ({
  operation,
  method,
  path,
  words,
  scopes,
  success,
  mounts: mounts ?? MOUNTS,
}))

/** One row for each address a row answers at. */
export const ADDRESSES = ROUTES.flatMap((row) =>
  row.mounts.map((mount) => ({ ...row, mount, address: mount + row.path })),
)
export type Address = (typeof ADDRESSES)[number]

/** The address an absolute path (no query) belongs to, path parameters filled in. */
export function findAddress(method: string, path: string): Address | undefined {
  return ADDRESSES.find((row) => row.method === method && patternOf(row.address).test(path))
}

/** The row's address with a value for each `{name}` in it. */
export function fillAddress(row: Address, value = '1'): string {
  return row.address.replace(/\{[a-z_]+\}/g, value)
}

function patternOf(address: string): RegExp {
  return new RegExp(`^${address.replace(/[.]/g, '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`)
}
