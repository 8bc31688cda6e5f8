import { describe, expect, it } from 'vitest'
import { CAUSES, diagnose, RAW_BODY } from '../../../src/webhooks/tools.js'
import { EDGE_DAMAGES, JSON_DAMAGES, TEXT_DAMAGES, TRANSPORT_DAMAGES } from './body-damages.js'
import { SECRET_DAMAGES } from './secret-damages.js'
import { SIGNATURE_DAMAGES } from './signature-damages.js'
import { STYLE_DAMAGES } from './style-damages.js'
import { VISIBLE_DAMAGES } from './visible-damages.js'

const PROVEN = [
  ...SIGNATURE_DAMAGES,
  ...SECRET_DAMAGES,
  ...EDGE_DAMAGES,
  ...JSON_DAMAGES,
  ...STYLE_DAMAGES,
  ...TEXT_DAMAGES,
  ...TRANSPORT_DAMAGES,
]

describe('why a signature does not verify', () => {
  for (const { id, how, says, request } of PROVEN) {
    it(`[SIG-2] ${id}: ${how}`, () => {
      const diagnosis = diagnose(request())
      expect(diagnosis).toMatchObject({ verified: false, cause: { id, certainty: 'verifies' } })
      const cause = diagnosis.verified ? undefined : diagnosis.cause
      expect(cause?.sentence).toMatch(says)
      expect(cause?.sentence).toMatch(/^[A-Z].*\.$/s)
      expect(cause?.fix).toMatch(/^[A-Z`].*\.$/s)
    })
  }

  for (const { id, how, says, request } of VISIBLE_DAMAGES) {
    it(`[SIG-4] ${id}: ${how} is seen, and nothing is claimed to verify`, () => {
      const diagnosis = diagnose(request())
      expect(diagnosis).toMatchObject({ verified: false, cause: { id, certainty: 'seen' } })
      expect(diagnosis.verified ? '' : diagnosis.cause?.sentence).toMatch(says)
    })
  }

  it('every cause has a test that does the damage', () => {
    const tested = new Set([...PROVEN, ...VISIBLE_DAMAGES].map(({ id }) => id))
    expect(CAUSES.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([])
  })

  it('causes are many, and no two have one name', () => {
    const ids = CAUSES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(25)
  })

  it('[SIG-2] the raw body is shown for eleven frameworks', () => {
    expect(Object.keys(RAW_BODY)).toEqual([
      'express',
      'fastify',
      'nextjs',
      'hono',
      'koa',
      'flask',
      'django',
      'rails',
      'spring',
      'go',
      'php',
    ])
  })
})
