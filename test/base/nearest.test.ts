import { expect, test } from 'vitest'
import { didYouMean } from '../../src/base/nearest.js'

test('a name that several records have is suggested once', () => {
  expect(didYouMean('Reveiws', ['Reviews', 'Tickets', 'Reviews'])).toBe('Did you mean `Reviews`?')
})
