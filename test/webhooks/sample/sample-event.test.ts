import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { DELIVERED } from '../../../src/contract/events.js'
import { parseTime } from '../../../src/contract/times.js'
import { listPaths, SAMPLE_NAMES, sampleEvent, setPath, UnknownPathError } from '../../../src/webhooks/tools.js'

const NOW = Date.UTC(2026, 2, 1)

describe('a sample of each event', () => {
  for (const name of SAMPLE_NAMES) {
    it(`[DLV-5] [DLV-6] [DLV-7] ${name} is as the schema has it, with every member`, () => {
      const sample = sampleEvent(name, { now: NOW })
      expect(sample).toMatchObject({ event: name, timestamp: '2026-03-01T00:00:00.000Z' })
      expect(parseTime(sample.timestamp)).toBe(NOW)
      expect([...Compile(DELIVERED[name].data).Errors(sample.data)]).toEqual([])
      expect(Object.keys(sample.data as object)).toEqual(Object.keys(DELIVERED[name].data.properties))
    })
  }

  it('there is one for every event of the contract, and the test', () => {
    expect(SAMPLE_NAMES).toEqual(Object.keys(DELIVERED))
  })
})

describe('what is set on a sample', () => {
  it('values stand at their paths, and the sample itself stays as it is', () => {
    const set = [
      ['data.survey_name', 'Other'],
      ['data.survey_id', 99],
      ['event', 'later.added'],
    ] as const
    const changed = sampleEvent('analysis.completed', { now: NOW, set })
    expect(changed).toMatchObject({
      event: 'later.added',
      data: { survey_name: 'Other', survey_id: 99, analysis_id: 78 },
    })
    expect(sampleEvent('analysis.completed', { now: NOW }).data).toMatchObject({ survey_name: 'Tickets 2026' })
  })

  it('items of lists and members of members have paths', () => {
    const { data } = sampleEvent('content.pushed', { now: NOW, set: [['data.question_ids.1', 5]] })
    expect(data).toMatchObject({ question_ids: [56, 5] })
    const counts = sampleEvent('invites.completed', { now: NOW, set: [['data.counts.sent', 1]] })
    expect(counts.data).toMatchObject({ counts: { total: 100, sent: 1 } })
  })

  it('other data take the place of the sample, and paths are theirs', () => {
    expect(sampleEvent('test', { now: NOW, data: { a: 1 }, set: [['data.a', 2]] }).data).toEqual({ a: 2 })
  })

  for (const path of [
    'data.survey',
    'survey_name',
    'data.survey_name.x',
    '',
    'data.',
    '__proto__',
    'data.constructor',
    'data.question_ids',
  ]) {
    it(`the unknown path ${JSON.stringify(path)} is refused, listing those there are`, () => {
      const set = [[path, 1]] as const
      expect(() => sampleEvent('analysis.completed', { now: NOW, set })).toThrow(UnknownPathError)
      expect(() => sampleEvent('analysis.completed', { now: NOW, set })).toThrow(
        'the members are event, timestamp, data, data.survey_series_id, data.survey_id, data.analysis_id, data.survey_name',
      )
    })
  }

  it('every listed path can be set', () => {
    const sample = sampleEvent('content.pushed', { now: NOW })
    for (const path of listPaths(sample)) {
      expect(
        path
          .split('.')
          .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], setPath(sample, path, 'here')),
      ).toBe('here')
    }
  })
})
