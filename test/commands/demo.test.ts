import { describe, expect, it } from 'vitest'
import { realWorld } from '../../src/cli/world.js'
import { runInpk } from '../cli/run-inpk.js'

describe('demo', () => {
  it('goes the whole way with no key: pushes, verified webhooks, analysis', async () => {
    const { now, monotonic, sleep } = realWorld()
    const surroundings = { now, monotonic, sleep, env: {}, transport: undefined as never }
    const { code, stdout, stderr } = await runInpk(['demo', '--json'], surroundings)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const { pushes, webhooks, analysis, seconds } = JSON.parse(stdout)
    expect(pushes.map((each: { rows: number }) => each.rows)).toEqual([416, 300])
    expect(webhooks.every((each: { verified: boolean }) => each.verified)).toBe(true)
    expect(webhooks.map((each: { event: string }) => each.event)).toEqual(
      expect.arrayContaining([
        'series.created',
        'survey.created',
        'survey.published',
        'content.pushed',
        'analysis.completed',
      ]),
    )
    expect(analysis.analysis_status).toBe('available')
    expect(analysis.item_count).toBe(pushes[0].inserted + pushes[1].inserted)
    expect(seconds).toBeGreaterThan(0)
  })
})
