import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sign } from '../../../src/webhooks/index.js'
import { type DiagnoseRequest, diagnose } from '../../../src/webhooks/tools.js'
import { BODY, DELIVERY, damaged, SECRET, TEXT } from './subject.js'

const WRONG_BODIES = process.env.INPK_SOAK ? 10_000 : 1_000

describe('what verifies', () => {
  it('[SIG-1] is told with the secret it verifies with', () => {
    expect(diagnose(damaged({}, {}))).toEqual({ verified: true, secretIndex: 0 })
    expect(diagnose(damaged({}, { secrets: ['old', SECRET] }))).toEqual({ verified: true, secretIndex: 1 })
  })

  it('[SIG-4] an old secret explains, but never verifies', () => {
    expect(diagnose(damaged({ secret: 'old' }, { oldSecrets: ['old'] }))).toMatchObject({
      verified: false,
      cause: { id: 'secret-old' },
    })
  })
})

describe('two things at once', () => {
  const pretty = JSON.stringify(DELIVERY, null, 4)

  it('[SIG-2] one at the body and one at the secret are named together', () => {
    const { cause } = explain(damaged({}, { text: pretty, secrets: [`${SECRET}\n`] }))
    expect(cause?.parts).toEqual(['body-reserialised-compact', 'secret-white-space'])
    expect(cause?.sentence).toMatch(/serialised again.*The secret has white space/)
    expect(cause?.fix).toMatch(/raw body.*Trim the secret/)
  })

  it('[SIG-1] the form of the signature comes on top', () => {
    const request = damaged({}, { text: `${TEXT}\n`, secrets: [`"${SECRET}"`] })
    const { cause } = explain({ ...request, signature: request.signature.slice(7).toUpperCase() })
    expect(cause?.id).toBe('signature-no-prefix+body-line-break-added+secret-quotes')
  })

  it('[SIG-2] the second of several secrets is named', () => {
    expect(explain(damaged({}, { text: `${TEXT}\n`, secrets: ['other', SECRET] })).cause?.secretIndex).toBe(1)
  })
})

describe('the bytes that differ', () => {
  it('[SIG-2] an added line break is shown at its offset', () => {
    expect(explain(damaged({}, { text: `${TEXT}\n` })).cause?.diff).toEqual({
      offset: BODY.length,
      expectedBytes: BODY.length,
      receivedBytes: BODY.length + 1,
      before: '& \\\\"50%\\\\" https://a/b"}}',
      expected: { hex: '', text: '', more: 0 },
      received: { hex: '0a', text: '\\n', more: 0 },
    })
  })

  it('[SIG-2] bytes beyond ASCII and control characters are shown as escapes', () => {
    const { cause } = explain(damaged({ body: '{"n":"é\\u001b"}' }, { text: '{"n":"Ã©\\u001b"}' }))
    expect(cause?.id).toBe('body-double-encoded')
    expect(cause?.diff).toMatchObject({
      offset: 7,
      before: '{"n":"\\xc3',
      expected: { hex: '', text: '' },
      received: { hex: '83c2', text: '\\x83\\xc2' },
    })
  })

  it('[SIG-2] a long difference is cut and counted', () => {
    const diff = explain(damaged({}, { text: JSON.stringify(DELIVERY, null, 2) })).cause?.diff
    expect(diff?.received.hex).toHaveLength(48)
    expect(diff?.received.more).toBeGreaterThan(50)
    expect(`${diff?.before}${diff?.received.text}${diff?.expected.text}`).toMatch(/^[\x20-\x7e]*$/)
  })

  it('a cause at the secret alone has no bytes to show', () => {
    expect(explain(damaged({}, { secrets: [` ${SECRET}`] })).cause).not.toHaveProperty('diff')
  })
})

describe('what is not explained', () => {
  const signature = sign(SECRET, BODY)

  it(`[SIG-4] of ${WRONG_BODIES} random wrong bodies none is`, () => {
    let explained = 0
    for (let round = 0; round < WRONG_BODIES; round++) {
      // What needs no HMAC is looked for each time, everything there is to try in every hundredth: no digest matches by chance.
      const budget = round % 100 === 0 ? {} : { budget: { hmacs: 20 } }
      if (explain({ body: wrongBody(round), signature, secrets: [SECRET], ...budget }).cause) explained++
    }
    expect(explained).toBe(0)
  }, 120_000)

  it('[SIG-4] a changed value is not explained away', () => {
    for (const [from, to] of [
      [':56', ':57'],
      ['Über', 'Uber'],
      ['completed', 'complete'],
      ['"data"', '"date"'],
    ] as const) {
      expect(explain(damaged({}, { text: TEXT.replace(from, to) })).cause).toBeUndefined()
    }
  })

  it('[SIG-4] a wrong secret is not explained away', () => {
    expect(explain(damaged({}, { secrets: ['wrong'] })).cause).toBeUndefined()
  })
})

describe('the bounds of a diagnosis', () => {
  it('HMACs are counted, and stop at their bound', () => {
    const { tried } = explain(damaged({}, { text: '{}x', budget: { hmacs: 50 } }))
    expect(tried).toMatchObject({ hmacs: 50, cutShort: true })
  })

  it('bytes are counted, and stop at their bound', () => {
    const { tried } = explain(damaged({}, { text: 'x'.repeat(1_000), budget: { bytes: 10_500 } }))
    expect(tried.cutShort).toBe(true)
    expect(tried.bytes).toBeLessThanOrEqual(10_500)
  })

  it('a body of 3 MB is explained', () => {
    const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, text: `é${'e'.repeat(78)}` }))
    const large = JSON.stringify({ ...DELIVERY, rows })
    const body = Buffer.from(JSON.stringify(JSON.parse(large), null, 1))
    const found = explain({ body, signature: sign(SECRET, large), secrets: [SECRET] })
    expect(found.cause?.id).toBe('body-reserialised-compact')
  }, 60_000)

  it('a hopeless body of 1 MB is given up within the bounds', () => {
    const body = Buffer.from(JSON.stringify({ event: 'x', text: 'é'.repeat(500_000) }))
    const { tried, cause } = explain({ body, signature: sign('x', 'y'), secrets: [SECRET] })
    expect(cause).toBeUndefined()
    expect(tried.bytes).toBeLessThanOrEqual(512 * 1024 * 1024)
    expect(tried.cutShort).toBe(true)
  }, 60_000)

  it('JSON nested beyond all reason does no harm', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(explain(damaged({}, { text: deep })).cause).toBeUndefined()
    expect(explain(damaged({}, { text: '['.repeat(100_000) })).cause).toBeUndefined()
  })
})

function explain(request: DiagnoseRequest) {
  const diagnosis = diagnose(request)
  if (diagnosis.verified) throw new Error('it verifies')
  return diagnosis
}

/** Random bytes, random text, and the delivery with random damage. */
function wrongBody(round: number): Buffer {
  const noise = randomBytes(1 + (round % 90))
  if (round % 3 === 0) return noise
  if (round % 3 === 1) return Buffer.from(`{"event":"${noise.toString('base64')}"}`)
  const copy = Buffer.from(BODY)
  const at = 1 + (round % (copy.length - 2))
  copy[at] = copy[at]! ^ (1 << (noise[0]! & 7))
  return copy
}
