import { expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { createForeignService } from '../../foreign/service.js'
import { CHOICE_A } from '../../foreign/team-a.js'
import { recordSession } from './session.js'

const DESCRIPTION = { from: 'openapi.json', kind: 'description' } as const
const TRAFFIC = { from: 'session.har', kind: 'traffic' } as const

test('what refusals show has the recording as its source, and not the description beside it', () => {
  const { verdicts } = learn({
    documents: [{ root: createForeignService(CHOICE_A).describe(), from: DESCRIPTION }],
    traffic: [{ exchanges: recordSession(CHOICE_A), from: TRAFFIC }],
  })
  const sources = (id: string) => verdicts.find((each) => each.id === id)?.from
  expect(sources('error:VALIDATION_ERROR')).toEqual([{ ...TRAFFIC, times: 1 }])
  expect(sources('error:NOT_FOUND')).toEqual([{ ...TRAFFIC, times: 1 }])
  expect(sources('behaviour:error-details')).toEqual([{ ...TRAFFIC, times: 1 }])
  expect(sources('behaviour:info-version')).toEqual([{ ...DESCRIPTION, times: 1 }])
})
