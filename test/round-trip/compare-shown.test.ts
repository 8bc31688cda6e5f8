import { expect, test } from 'vitest'
import { compareShown } from './compare-shown.js'

test('JSON is compared by its values, whatever their order: what differs is wrong, what is not there is missing', () => {
  const known = '{"id": "1", "sentiment": {"score": 0.5, "count": 5}, "themes": [5, 6]}'
  const same = '{"sentiment": {"count": 5, "score": 0.5}, "themes": [5, 6], "id": "1", "period": null}'
  expect(compareShown(same, known)).toEqual({ wrong: [], missing: [], isJson: true })
  const other = '{"id": "2", "sentiment": {"score": 0.5}, "themes": [5], "more": 5}'
  expect(compareShown(other, known)).toEqual({
    wrong: ['.id: "2"', '.more: 5'],
    missing: ['.sentiment.count', '.themes.1'],
    isJson: true,
  })
  expect(compareShown('{"id": 1}\n{"id": 3}\n', '{"id": 1}\n{"id": 2}\n').wrong).toEqual(['.1.id: 3'])
})

test('text is compared by its words, and how often each is there', () => {
  expect(compareShown('inv_1  3  -', 'inv_1  3  3')).toEqual({ wrong: [], missing: ['3'], isJson: false })
  expect(compareShown('inv_1  3  4', 'inv_1  3  -')).toEqual({ wrong: ['4'], missing: [], isJson: false })
})
