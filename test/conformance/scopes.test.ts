import { describe, expect } from 'vitest'
import { ADDRESSES, fillAddress, SCOPE_NAMES } from './routes.js'
import { rule } from './rule.js'

/** Every address × five scopes × two environments, from the table of contract.md section 2. */
describe('scope matrix', () => {
  for (const row of ADDRESSES) {
    const allowed = SCOPE_NAMES.filter(
      (scope) => row.scopes === 'any' || row.scopes === 'open' || row.scopes.includes(scope),
    )
    rule(`${row.method} ${row.address} is open to ${allowed.join(', ')}`, async (org) => {
      const open: string[] = []
      for (const scope of SCOPE_NAMES) {
        for (const name of [scope, `live.${scope}`] as const) {
          const ask = { key: name, mount: '', ...(row.method === 'POST' ? { body: {} } : {}) }
          const answer = await org.request(row.method, fillAddress(row), ask)
          const refused = answer.json?.error?.code === 'INSUFFICIENT_PERMISSION'
          if (refused) expect(answer.status).toBe(403)
          else expect([401, 403], `${name}: ${answer.text.slice(0, 200)}`).not.toContain(answer.status)
          if (!refused) open.push(name)
        }
      }
      expect(open).toEqual(allowed.flatMap((scope) => [scope, `live.${scope}`]))
    })
  }
})
