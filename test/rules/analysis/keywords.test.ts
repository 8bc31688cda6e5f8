import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  summariseCorpus,
  themesOfItems,
} from '../../../emulator/analysis/index.js'
import { stemOf } from '../../../emulator/analysis/text/stem.js'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'

const PARTS = [
  ...['late delivery', 'the parcel', 'great staff', 'password reset', 'wooden spoons', 'a spoon', 'awful', 'refund'],
  ...['quinoa bowl', 'parking garage', 'the battery', 'constructor', 'login fails', 'the invoice', '.', 'but'],
]
/** Themes that share this part of their items say the same twice. */
const MOST_ALIKE = 0.75
const text = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))

function analyse(texts: readonly string[]) {
  const corpus = emptyCorpus()
  texts.forEach((one, index) => {
    addFinding(corpus, index + 1, analyseText({ text: one }, []))
  })
  const model = learnThemes(corpus)
  return { themes: summariseCorpus(corpus, model).themes, places: themesOfItems(corpus, model) }
}

const wordsOf = (one: string) => one.toLowerCase().match(/[a-z']+/g) ?? []
const FORMS = [
  { name: 'in all forms', normalise: stemOf },
  { name: 'as shown', normalise: (word: string) => word },
]

function expectTelling(texts: readonly string[]): void {
  const { themes, places } = analyse(texts)
  const uses = new Map<string, number>()
  for (const { theme_id, label, keywords } of themes) {
    const inside = texts.map((_, index) => places.get(index + 1)?.includes(theme_id) === true)
    const size = inside.filter((isInside) => isInside).length
    for (const word of keywords.filter((keyword) => keyword !== label)) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
      for (const { name, normalise } of FORMS) {
        const holds = texts.map((one) => wordsOf(one).map(normalise).includes(normalise(word)))
        const hits = holds.filter((held, index) => held && inside[index]).length
        const others = holds.filter((held, index) => held && !inside[index]).length
        expect(hits * (texts.length - size), `${label}: ${word} ${name}`).toBeGreaterThanOrEqual(2 * others * size)
      }
    }
  }
  for (const count of uses.values()) expect(count).toBeLessThanOrEqual(3)
}

/** Of "spoons" and "spoon" in one text the corpus knows the first alone. */
const TWO_FORMS_IN_ONE_TEXT = [
  'wooden spoons parking garage',
  ...['late delivery', 'late delivery', 'late delivery'],
  'wooden spoons a spoon late delivery',
  'parking garage a spoon',
  'a spoon late delivery',
]

describe('[ANA-6] keywords tell themes apart', () => {
  it('each is at least twice as frequent in its theme as outside, and in three themes at most', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 80 }), (texts) => {
        expectTelling(texts)
      }),
      { numRuns: 150, examples: [[TWO_FORMS_IN_ONE_TEXT]] },
    )
  })

  it('a theme that each of its texts names by another word has these words', () => {
    const texts = [
      ...['The password is refused.', 'I cannot log in.', 'The login page is blank.', 'Two-factor codes never arrive.'],
      ...['Locked out since the update, no reset link.', 'It says my username does not exist.'],
      ...Array.from(
        { length: 60 },
        (_, at) => `The soup was ${['cold', 'salty', 'great', 'late'][at % 4]} on day ${at}.`,
      ),
    ]
    const { themes } = analyse(texts)
    const login = themes.find(({ label }) => label === 'Login and password')
    expect(login?.keywords).toEqual(expect.arrayContaining(['password', 'login', 'username']))
  })

  it('of a dozen texts, a word that one of them has is no keyword, unless it means the theme itself', () => {
    const others = [
      'The lamp flickers.',
      'Cable too short',
      'Shade is torn',
      'Lovely light',
      'Switch is loose',
      'Nice base',
    ]
    const texts = [...Array.from({ length: 8 }, (_, at) => `Order ${4_321 + at} never arrived`), ...others]
    const delivery = analyse(texts).themes.find(({ label }) => label === 'Delivery')
    expect(delivery?.item_count).toBeGreaterThanOrEqual(8)
    expect(delivery?.keywords).not.toContain('base')
  })

  it('a word that one item compares with is no keyword: "packed like a beach"', () => {
    const texts = [
      ...['The gym is so crowded in the evening.', 'Far too crowded at six.', 'It was packed like a beach.'],
      ...['Queues for every squat rack.', 'Always overcrowded on Mondays.', 'Too many people at peak times.'],
      ...['You wait for machines, it is that crowded.', 'Crowded changing rooms.', 'A huge crowd after work.'],
      ...Array.from(
        { length: 60 },
        (_, at) => `The soup was ${['cold', 'salty', 'great', 'late'][at % 4]} on day ${at}.`,
      ),
    ]
    const crowding = analyse(texts).themes.find(({ label }) => label === 'Crowding')
    expect(crowding?.keywords).toContain('crowd')
    expect(crowding?.keywords).not.toContain('beach')
  })

  it('a theme whose texts mostly use verbs has the noun among its keywords', () => {
    const said = ['crashed again', 'keeps crashing', 'crashed at once', 'crashes on start', 'crashing daily', 'a crash']
    const texts = [
      ...said.flatMap((one) => [`The app ${one}.`, `It ${one} when I open a map.`]),
      ...Array.from(
        { length: 60 },
        (_, at) => `The soup was ${['cold', 'salty', 'great', 'late'][at % 4]} on day ${at}.`,
      ),
    ]
    const crashes = analyse(texts).themes.find(({ label }) => /crash/i.test(label))
    expect(
      crashes?.keywords.some((word) => /^crash(es)?$/.test(word)),
      JSON.stringify(crashes),
    ).toBe(true)
  })

  it('no two themes have the same label, however often texts repeat', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), fc.integer({ min: 2, max: 20 }), (texts, times) => {
        const { themes } = analyse(Array.from({ length: times }, () => texts).flat())
        expect(new Set(themes.map(({ label }) => label)).size).toBe(themes.length)
      }),
      { numRuns: 150 },
    )
  })

  it('no two themes have nearly the same items, however often texts repeat', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 20 }), (texts, times) => {
        const { themes, places } = analyse(Array.from({ length: times }, () => texts).flat())
        const sets = themes.map(
          ({ theme_id }) => new Set([...places].flatMap(([id, found]) => (found.includes(theme_id) ? [id] : []))),
        )
        for (const [place, first] of sets.entries()) {
          for (const second of sets.slice(0, place)) {
            const both = [...first].filter((id) => second.has(id)).length
            expect(both).toBeLessThan(MOST_ALIKE * (first.size + second.size - both))
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it.each(FIXTURE_NAMES)('%s: no keyword is in more than three themes', (name) => {
    const uses = new Map<string, number>()
    for (const { keywords } of analyse(readJudgedTexts(name).map(({ item }) => item.text)).themes) {
      for (const word of keywords) uses.set(word, (uses.get(word) ?? 0) + 1)
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(3)
  })

  it.each([
    ['a greeting', ['hello']],
    ['counted tests', Array.from({ length: 50 }, (_, index) => `test ${index}`)],
    ['signs', ['👍', 'ok', 'N/A', '...']],
    ['praise of nothing', ['It is fine', 'It works fine']],
  ])('there is no theme in %s', (_name, texts) => {
    expect(analyse(texts).themes).toEqual([])
  })
})
