import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'
import { type Case, sweep } from './case.js'

const lines = (...items: object[]) => items.map((item) => JSON.stringify(item)).join('\n')
const review = { id: 'r-1', body: 'Came two days late' }
const json = { path: 'a.json' }
const planOf = (content: string, path: string) =>
  planPush({ path } as PushOptions, portsOf(createMemoryDisk({ [path]: content })))

describe('JSON is taken for what it holds (E8)', () => {
  sweep([
    [
      'a text under another name',
      lines({ said: 'Fine day in the park' }, { said: 'Bad day at the sea' }),
      { text: 'said' },
      { path: 'a.ndjson' },
    ],
    ['items without any text', '[{"stars":4},{"stars":5}]', { refused: /no member looks like feedback text/ }, json],
    ['one item', '{"text":"Fine day","replies":[{"by":"us"}]}', { rows: 1, text: 'text' }, json],
    [
      'lines that hold lists',
      `${lines({ body: 'Fine', tags: [{}] }, { body: 'Bad' })}`,
      { rows: 2, text: 'body' },
      json,
    ],
    ['one item over several lines', '{\n  "text": "Fine day"\n}', { refused: /not a list of items/ }, json],
    ...['{"reviews":[R],"total":2}', '{\n "total": 2,\n "reviews": [\n R\n]}', '{"reviews":[\nR\n]}'].map(
      (text): Case => [
        `a list within an object: ${text}`,
        text.replace('R', JSON.stringify(review)),
        { refused: /one object that holds the list "reviews" \(1\)/ },
        json,
      ],
    ),
  ])

  it.each(['a.json', '-'])('in %s every list is named by its path, with the command that pushes one', async (path) => {
    const text = JSON.stringify({ data: { items: [review, review] }, users: [{ id: 1 }] })
    await expect(planOf(text, path)).rejects.toMatchObject({
      message: 'the JSON file is one object that holds the lists "data.items" (2), "users" (1), not a list of items',
      hint: expect.stringContaining('jq .data.items FILE | inpk push - --format json'),
    })
  })

  it.each([
    ['a.json', '[{"text":"Fine day"},{"text":"Bad day"}]'],
    ['a.ndjson', lines({ text: 'Fine day' }, { text: 'Bad day' })],
  ])('members that no row of %s has are neither noted nor missed', async (path, content) => {
    const { mapping, check } = await planOf(content, path)
    expect(mapping.members.filter(({ unseen }) => !unseen)).toEqual([])
    expect(check.warnings).toEqual([])
  })

  it('an id that only a late line has is still its id', async () => {
    const rows = Array.from({ length: 20_500 }, (_, row) => ({ text: `t${row}` }))
    const { mapping, check } = await planOf(lines(...rows, { text: 'last', external_id: 'x' }), 'a.ndjson')
    expect(mapping.externalId).toBe('column')
    expect(mapping.members.find(({ member }) => member === 'external_id')).toMatchObject({ unseen: true })
    expect(check).toMatchObject({ items: 20_501, warnings: [] })
  })
})
