import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, summariseCorpus } from '../../../emulator/analysis/index.js'
import { readDevelopmentTexts } from '../../bench/development-texts.js'

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
  it('no function word of any language is a theme', () => {
    const words = JSON.parse(readFileSync(new URL('function-words.json', LEXICON), 'utf8')) as Record<string, string>
    const texts = Object.values(words).flatMap((list) =>
      list.split(' ').flatMap((word) => repeat(`the ${word} zzz`, 4)),
    )
    const labels = new Set(labelsOf(texts).map((label) => label.toLowerCase()))
    for (const word of Object.values(words).flatMap((list) => list.split(' '))) expect(labels).not.toContain(word)
  })

  it('a word no one knows beforehand becomes a theme, singular and plural as one', () => {
    const texts = [
      ...repeat('The harpsichord is old', 4),
      ...repeat('our harpsichords are new', 3),
      ...repeat('a nice day', 20),
    ]
    expect(summaryOf(texts).themes.map(({ label, item_count }) => [label, item_count])).toContainEqual([
      'Harpsichord',
      7,
    ])
  })

  it('a phrase takes the place of its head, so that no theme is part of another', () => {
    const labels = labelsOf([...repeat('the ceramic gnome, you see', 6), ...repeat('a nice day', 20)])
    expect(labels).toContain('Ceramic gnome')
    expect(labels).not.toContain('Gnome')
  })

  it('a name that stands in nearly every text is no theme', () => {
    const texts = Array.from({ length: 40 }, (_, index) => `Wobblix is ${index % 2 ? 'great' : 'a mess'}`)
    expect(labelsOf(texts)).not.toContain('Wobblix')
  })

  it.each([1, 5, 20, 200, 20_000])('a source of %d items has a number of themes that fits', (count) => {
    const sentences = readDevelopmentTexts('broadband').map(({ item }) => item.text)
    const texts = Array.from({ length: count }, (_, index) => {
      const second = sentences[(index * 7 + Math.floor(index / sentences.length)) % sentences.length]
      return index < sentences.length ? sentences[index]! : `${sentences[index % sentences.length]} ${second}`
    })
    const labels = labelsOf(texts)
    expect(labels.length).toBeLessThanOrEqual(Math.min(12, Math.max(3, count / 2)))
    if (count >= 200) expect(labels.length).toBeGreaterThanOrEqual(5)
  })

  it('what much of the feedback is about is told apart by the words that differ', () => {
    const texts = [
      ...repeat('The parcel was left in the rain', 10),
      ...repeat('My parcel is stuck at customs', 10),
      ...repeat('Nice colours', 10),
    ]
    const { themes } = summaryOf(texts)
    const keywords = themes.map((theme) => theme.keywords.join(' '))
    expect(keywords.some((words) => words.includes('rain'))).toBe(true)
    expect(keywords.some((words) => words.includes('customs'))).toBe(true)
  })

  it.each([
    ['English', ['The wobblix is blue.', 'A grommit lies on the floor.', 'We met the zorp again.']],
    ['German', ['Der Mond ist rund.', 'Zwanzig Leute standen herum.', 'Ein Igel sah uns zu.']],
  ])('of a few texts, a word that one of them has is no theme: %s', (_language, texts) => {
    expect(labelsOf(texts)).toEqual([])
  })

  it('a theme keeps its identifier as items arrive', () => {
    const early = summaryOf(['I forgot my password'])
    const later = summaryOf([...repeat('I forgot my password', 5), ...repeat('The soup was cold', 30)])
    expect(later.themes.map(({ theme_id }) => theme_id)).toContain(early.themes[0]?.theme_id)
    expect(early.themes[0]?.theme_id).toMatch(/^[1-9]\d*$/)
  })

  it('keywords are words of the texts, the most frequent first', () => {
    const theme = summaryOf([...repeat('I forgot my password', 3), 'two factor fails']).themes[0]
    expect(theme?.keywords[0]).toContain('password')
  })
})

it('[ANA-6] words that only join or colour a sentence are no themes', () => {
  const words =
    'whether despite whereas unlike versus regarding therefore otherwise meanwhile instead hence thus moreover indeed likewise somehow somewhat merely hardly mostly entirely completely actually basically obviously honestly unfortunately hopefully afterwards outside beneath beyond throughout yourselves cannot'
  expect(labelsOf(words.split(' ').flatMap((word) => repeat(`the ${word} zzz`, 4)))).toEqual([])
})

describe('[ANA-6] what the texts say and do not say', () => {
  it('a word is one word whatever marks that nobody sees are in it', () => {
    const texts = [
      ...repeat('my harpsi\u00adchord, \u202eagain', 4),
      ...repeat('my harpsichord, again', 3),
      ...repeat('a nice day', 20),
    ]
    expect(summaryOf(texts).themes.map(({ label, item_count }) => [label, item_count])).toEqual([['Harpsichord', 7]])
  })

  it.each([
    'idk',
    'qwerty',
    'prueba 1',
    'Essai',
    'néant',
    'nichts',
    'TBD',
    'keine Angabe',
    'sin comentarios',
    '特になし',
    'question 5',
  ])('"%s" is about nothing', (text) => {
    expect(summaryOf(repeat(text, 6)).themes).toEqual([])
  })

  it('a mark that a web page writes out is no word', () => {
    const texts = ['salt', 'fish', 'bits', 'pots'].map((name) => `${name} &amp; pans, &quot;nice&quot;&nbsp;`)
    expect(analyseText({ text: texts.join(' ') }, []).features.map(({ name }) => name)).not.toContain('amp')
    expect(analyseText({ text: 'I &lt;3 it' }, []).score).toBe(analyseText({ text: 'I <3 it' }, []).score)
  })

  it('no keyword is a word that the texts do not have', () => {
    const texts = Array.from({ length: 200 }, (_, index) => `Order ${1000 + index} arrived ${index % 9} days late`)
    const written = texts.join(' ').toLowerCase()
    expect(summaryOf(texts).themes).toHaveLength(1)
    for (const { keywords } of summaryOf(texts).themes) for (const word of keywords) expect(written).toContain(word)
  })
})
