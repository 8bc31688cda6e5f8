const WORDS =
  'the order came late again and nobody answers phone support was friendly but app crashes when I try to pay with card refund took three weeks delivery box broken great value would buy thanks for help café für sehr gut schlecht'.split(
    ' ',
  )

/** A seeded generator of numbers in [0, 1): the same file every time. */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function pick(random, values) {
  return values[Math.floor(random() * values.length)]
}

/** A text of about so many characters; three in ten hold a comma, a tenth of those quotes. */
export function makeText(random, length) {
  const mark = random() < 0.3 ? (random() < 0.1 ? ' "well"' : ',') : ''
  let text = ''
  while (text.length < length) text += `${pick(random, WORDS)} `
  const half = text.indexOf(' ', length / 2)
  return `${text.slice(0, half)}${mark}${text.slice(half)}`.trim()
}
