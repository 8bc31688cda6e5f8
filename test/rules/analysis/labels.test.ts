import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, summariseCorpus } from '../../../emulator/analysis/index.js'
import { themeIdOf } from '../../../emulator/analysis/themes/theme-id.js'
import { TOPIC_LABELS } from '../../../emulator/analysis/topics/topics.js'

const LEXICON = new URL('../../../emulator/analysis/lexicon/', import.meta.url)

function summaryOf(texts: readonly string[]) {
  const corpus = emptyCorpus()
  texts.forEach((text, index) => {
    addFinding(corpus, index + 1, analyseText({ text }, []))
  })
  return summariseCorpus(corpus)
}

const labelsOf = (texts: readonly string[]) => summaryOf(texts).themes.map(({ label }) => label)
const repeat = (text: string, count: number) => Array.from({ length: count }, () => text)

describe('[ANA-6] themes have labels a person would choose', () => {
  it('topics are labelled with one to three words, each its own', () => {
    const labels = [...TOPIC_LABELS.values()]
    expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^[A-Z][\w-]*(?: [\w-]+){0,2}$/)
  })

  it('no function word of any language is a theme', () => {
    const words = JSON.parse(readFileSync(new URL('function-words.json', LEXICON), 'utf8')) as Record<string, string>
    const texts = Object.values(words).flatMap((list) =>
      list.split(' ').flatMap((word) => repeat(`the ${word} zzz`, 4)),
    )
    const labels = new Set(labelsOf(texts).map((label) => label.toLowerCase()))
    for (const word of Object.values(words).flatMap((list) => list.split(' '))) expect(labels).not.toContain(word)
  })

  it('a phrase the lexicon does not know becomes a theme, singular and plural as one', () => {
    const texts = [
      ...repeat('The trampoline has holes', 3),
      ...repeat('our trampolines are new', 3),
      ...repeat('a nice day', 20),
    ]
    expect(summaryOf(texts).themes.map(({ label, item_count }) => [label, item_count])).toContainEqual([
      'Trampoline',
      6,
    ])
  })

  it('a phrase takes the place of its head, so that no theme is part of another', () => {
    const labels = labelsOf([...repeat('the ceramic gnome fell over', 6), ...repeat('a nice day', 20)])
    expect(labels).toContain('Ceramic gnome')
    expect(labels).not.toContain('Gnome')
  })

  it('a name that stands in nearly every text is no theme', () => {
    const texts = Array.from({ length: 40 }, (_, index) => `Wobblix is ${index % 2 ? 'great' : 'a mess'}`)
    expect(labelsOf(texts)).not.toContain('Wobblix')
  })

  it('has at most 20 themes', () => {
    const texts = [...TOPIC_LABELS.values()].flatMap((label) => repeat(`This is about ${label}`, 5))
    expect(labelsOf(texts).length).toBeLessThanOrEqual(20)
  })

  it('splits a topic that much of the feedback is about', () => {
    const texts = [
      ...repeat('The parcel arrived late', 10),
      ...repeat('My parcel never arrived', 10),
      ...repeat('Nice colours', 10),
    ]
    expect(labelsOf(texts)).toEqual(expect.arrayContaining(['Late delivery', 'Missing parcels']))
  })

  it('a theme keeps its identifier as items arrive, and no two topics share one', () => {
    const early = summaryOf(['I forgot my password'])
    const later = summaryOf([...repeat('I forgot my password', 5), ...repeat('The soup was cold', 30)])
    expect(later.themes.map(({ theme_id }) => theme_id)).toContain(early.themes[0]?.theme_id)
    expect(new Set([...TOPIC_LABELS.keys()].map(themeIdOf)).size).toBe(TOPIC_LABELS.size)
    expect(early.themes[0]?.theme_id).toMatch(/^[1-9]\d*$/)
  })

  it('keywords are words of the texts, the most frequent first', () => {
    const theme = summaryOf([...repeat('I forgot my password', 3), 'two factor fails']).themes[0]
    expect(theme?.keywords[0]).toContain('password')
  })
})
