import { describe, expect, it } from 'vitest'
import { findWordless, isMatch, phrasesOf, wordsOf } from '../../../emulator/rules/monitors.js'

const matches = (text: string, ...query: string[]) => isMatch(wordsOf(text), phrasesOf(query))

describe('what a monitor matches', () => {
  it.each([
    ['The refund is late', 'refund'],
    ['REFUND!', 'refund'],
    ['I want my refund.', '"Refund"'],
    ['no late delivery, please', '"late delivery"'],
    ['no late, delivery', 'late delivery'],
    ['late\n  delivery', '"late delivery"'],
    ['Straße gesperrt', 'straße'],
    ['café', 'cafe\u0301'],
    ["it doesn't work", "doesn't"],
    ['it doesn’t work', "doesn't"],
    ["the shop's door", 'shop'],
    ['配送が遅いです', '遅い'],
    ['so 😡 today', '😡'],
    ['ｒｅｆｕｎｄ', 'refund'],
    ['error 404', '404'],
    ['refund', 'x', 'refund'],
  ])('%j matches %j', (text, ...query) => {
    expect(matches(text, ...query)).toBe(true)
  })

  it.each([
    ['refunded', 'refund'],
    ['prefund', 'fund'],
    ['delivery late', '"late delivery"'],
    ['late and delivery', 'late delivery'],
    ['', 'refund'],
    ['!!!', 'refund'],
    ['error 4045', '404'],
  ])('%j does not match %j', (text, query) => {
    expect(matches(text, query)).toBe(false)
  })

  it('entries without a word are found out, by their place', () => {
    expect(findWordless(['refund', '""', ' ', '404', '—'])).toEqual([1, 2, 4])
  })
})
