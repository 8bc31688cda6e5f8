import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { choicesWith, TABLE } from './choices.js'
import { createForeignService } from './service.js'
import { CHOICE_A } from './team-a.js'
import { CHOICE_B } from './team-b.js'

/** What frameworks write all the same: NestJS says `nullable` beside `allOf`, where OpenAPI wants a type. */
const WRITTEN_ALL_THE_SAME = /The `type` field must be defined when the `nullable` field is used/

it.each(TABLE['description.dialect'].values)('a description as %s writes it is valid OpenAPI', async (dialect) => {
  const config = await createConfig({ extends: ['spec'] })
  for (const team of [choicesWith(), CHOICE_A, CHOICE_B]) {
    const source = JSON.stringify(createForeignService({ ...team, 'description.dialect': dialect }).describe())
    const problems = await lintFromString({ source, config })
    const faults = problems.filter(
      ({ severity, message }) => severity === 'error' && !WRITTEN_ALL_THE_SAME.test(message),
    )
    expect(faults.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
  }
})
