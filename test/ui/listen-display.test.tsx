import { expect, it } from 'vitest'
import { Listening } from '../../src/ui/ink-listen.js'
import type { SeenDelivery } from '../../src/ui/listen-display.js'
import { render } from './render.js'

const SEEN: SeenDelivery = {
  number: 1,
  at: '2026-03-01T09:00:00.000Z',
  event: 'series.created',
  delivery: 'dlv_1',
  again: false,
  verified: true,
  cause: null,
  bytes: 120,
  status: 204,
  forwarded: null,
  saved: null,
}
const options = { title: 'Listening at http://127.0.0.1:1/' }

it('shows where it listens before anything came', () => {
  const { lastFrame } = render(<Listening options={options} seen={[]} />)
  expect(lastFrame()).toBe('Listening at http://127.0.0.1:1/\nNothing received yet. Ctrl-C to stop.')
})

it('shows each delivery above, and counts what did not verify', () => {
  const forged = {
    ...SEEN,
    number: 2,
    event: '\u001b[31mred',
    verified: false,
    cause: 'The signature is missing.',
    status: 401,
  }
  const { lastFrame } = render(<Listening options={options} seen={[SEEN, forged]} />)
  expect(lastFrame()).toContain('✓ 09:00:00  series.created dlv_1  120 bytes → 204')
  expect(lastFrame()?.replace(/\s+/g, ' ')).toContain('✗ 09:00:00 red dlv_1 120 bytes → 401, does not verify: The')
  expect(lastFrame()).toContain('2 received, 1 not verified. Ctrl-C to stop.')
  expect(lastFrame()).not.toContain('\u001b[31mred')
})
