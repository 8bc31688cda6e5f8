import { describe, expect, it } from 'vitest'
import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  type Origin,
  removeItem,
  summariseCorpus,
  themesOfItems,
} from '../../../emulator/analysis/index.js'
import { NEAR_ITEMS } from '../../../emulator/analysis/themes/earlier-rows.js'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 0, 5)
const OTHERS = ['The parking costs too much', 'Nowhere to leave the car, parking is full', 'parking again']

interface Said extends Origin {
  text: string
  id?: number
}

function corpusOf(talk: readonly Said[]) {
  const corpus = emptyCorpus()
  const all: Said[] = [...OTHERS.map((text) => ({ text })), ...talk]
  all.forEach(({ text, id, ...origin }, index) => {
    addFinding(corpus, id ?? index + 1, analyseText({ text }, []), 0, origin)
  })
  return corpus
}

/** The labels of the themes of the last item. */
function lastThemes(talk: readonly Said[], without: number[] = []): (string | undefined)[] {
  const corpus = corpusOf(talk)
  for (const id of without) removeItem(corpus, id)
  const model = learnThemes(corpus)
  const labels = new Map(summariseCorpus(corpus, model).themes.map(({ theme_id, label }) => [theme_id, label]))
  return ([...themesOfItems(corpus, model).values()].at(-1) ?? []).map((id) => labels.get(id))
}

const LOGIN = 'I forgot my password and the login fails'
const VAGUE = 'still not, what now'

describe('[ANA-6] a text is heard after what the same person said shortly before', () => {
  it('a text that names no theme belongs to the one its writer spoke of', () => {
    expect(
      lastThemes([
        { text: LOGIN, person: 'ann' },
        { text: VAGUE, person: 'ann' },
      ]),
    ).toEqual(lastThemes([{ text: LOGIN, person: 'ann' }]))
  })

  it('nothing is taken from what others said, or from texts of nobody in particular', () => {
    for (const [person, other] of [['ann', 'bob'] as const, [null, null] as const]) {
      expect(
        lastThemes([
          { text: LOGIN, person },
          { text: VAGUE, person: other },
        ]),
      ).toEqual([])
    }
  })

  it('what was said a day before belongs to another talk', () => {
    const talk = (hours: number) => [
      { text: LOGIN, person: 'ann', occurredAt: NOW },
      { text: VAGUE, person: 'ann', occurredAt: NOW + hours * HOUR_MS },
    ]
    expect(lastThemes(talk(23))).not.toEqual([])
    expect(lastThemes(talk(25))).toEqual([])
  })

  it('what is many items away belongs to another talk where no one knows when it was said', () => {
    const talk = (distance: number) => [
      { text: LOGIN, person: 'ann', id: 10 },
      { text: VAGUE, person: 'ann', id: 10 + distance },
    ]
    expect(lastThemes(talk(NEAR_ITEMS))).not.toEqual([])
    expect(lastThemes(talk(NEAR_ITEMS + 1))).toEqual([])
  })

  it('what was said later but arrived before is not heard', () => {
    const talk = [
      { text: VAGUE, person: 'ann', occurredAt: NOW + HOUR_MS },
      { text: LOGIN, person: 'ann', occurredAt: NOW },
    ]
    const themes = [...themesOfItems(corpusOf(talk), learnThemes(corpusOf(talk))).values()]
    expect(themes.at(-2)).toEqual(themes.at(-1))
    const [later, sooner] = talk
    const turned = [
      { ...later!, occurredAt: NOW },
      { ...sooner!, occurredAt: NOW + HOUR_MS },
    ]
    expect([...themesOfItems(corpusOf(turned), learnThemes(corpusOf(turned))).values()].at(-2)).toEqual([])
  })

  it('what the text itself says outweighs what was said before', () => {
    const own = 'and where can I find parking, the car park is full'
    const [main] = lastThemes([
      { text: LOGIN, person: 'ann' },
      { text: own, person: 'ann' },
    ])
    expect(main).toBe(lastThemes([{ text: LOGIN }, { text: own }])[0])
    expect(main).not.toBe(lastThemes([{ text: LOGIN, person: 'ann' }])[0])
  })

  it('nothing is taken from a text that was erased', () => {
    const talk = [
      { text: LOGIN, person: 'ann' },
      { text: VAGUE, person: 'ann' },
    ]
    expect(lastThemes(talk, [OTHERS.length + 1])).toEqual([])
  })
})
