import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, summariseCorpus } from '../../../emulator/analysis/index.js'
import { detectLanguage } from '../../../emulator/analysis/text/language.js'
import { scanText } from '../../../emulator/analysis/text/scan.js'
import { FIXTURE_NAMES, readJudgedTexts } from '../../bench/fixture-themes.js'

const ROWS = readFileSync(new URL('./languages/themes.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [language: string, topic: string, text: string])
const LANGUAGES = [...new Set(ROWS.map(([language]) => language))]
const ofTopics = (language: string) => ROWS.filter(([of]) => of === language).map(([, , text]) => text)
const ofFixtures = (language: string) =>
  FIXTURE_NAMES.flatMap(readJudgedTexts).flatMap(({ item }) => (item.language === language ? [item.text] : []))

/** Whatever the language, these say nothing of what a text is about. */
const EMPTY =
  'aber als am auch dem noch nicht sehr und alors avec chez dans depuis encore pour sans une como con desde está hace para pero porque muy anche che come con della hanno molto non perché sono com foi mais muito não para porque sem uma aan bij dat het maar met niet ook voor wel zonder'.split(
    ' ',
  )

function themesOf(texts: readonly string[]) {
  const corpus = emptyCorpus()
  texts.forEach((text, at) => {
    addFinding(corpus, at + 1, analyseText({ text, feedbackType: 'support_ticket' }, []))
  })
  return summariseCorpus(corpus).themes
}

describe('[ANA-6] themes in other languages, none declared', () => {
  it.each([
    ['de', ['Paket', 'Passwort', 'Rechnung']],
    ['fr', ['Colis', 'Facture', 'Mot de passe']],
    ['es', ['Contraseña', 'Factura', 'Paquete']],
    ['it', ['Fattura', 'Pacco', 'Password']],
    ['pt', ['Encomenda', 'Fatura', 'Senha']],
    ['nl', ['Factuur', 'Pakket', 'Wachtwoord']],
  ])('%s: the topics that people wrote about, in the words they used', (language, labels) => {
    const themes = themesOf(ofTopics(language))
    expect(themes.map(({ label }) => label)).toEqual(expect.arrayContaining(labels))
    // At most one more, of few items, such as the reminders among what is said of invoices.
    expect(themes.length).toBeLessThanOrEqual(labels.length + 1)
    for (const { label, item_count } of themes) {
      if (labels.includes(label)) expect(Math.abs(item_count - 6)).toBeLessThanOrEqual(1)
      else expect(item_count).toBeLessThanOrEqual(3)
    }
  })

  it.each(
    LANGUAGES.flatMap((language) => [ofTopics(language), ofFixtures(language)].map((texts) => ({ language, texts }))),
  )('$language: labels and keywords are phrases of the texts, and none is a stop word', ({ texts }) => {
    const all = texts.join('\n').toLowerCase()
    for (const { label, keywords } of themesOf(texts)) {
      for (const phrase of [label.toLowerCase(), ...keywords]) {
        expect(all).toContain(phrase)
        expect(EMPTY).not.toContain(phrase)
      }
    }
  })

  it('finds the language of nine in ten of these short texts', () => {
    const right = ROWS.filter(([language, , text]) => detectLanguage(scanText(text).words, undefined) === language)
    expect(right.length / ROWS.length).toBeGreaterThan(0.9)
  })
})

describe('[ANA-6] themes in several languages, and where words stand without spaces', () => {
  it('items in other languages take no theme away', () => {
    const english = [
      'never arrived',
      'came a week late',
      'was left in the rain',
      'is still not here',
      'went to a neighbour',
    ]
    const texts = english.flatMap((what) => [`My parcel ${what}`, `The delivery ${what}`])
    const deliveries = (all: readonly string[]) => themesOf(all).find(({ label }) => label === 'Delivery')?.item_count
    expect(deliveries(texts)).toBeGreaterThan(7)
    const abroad = ['de', 'fr', 'es'].flatMap((language) => ofTopics(language).slice(0, 6))
    expect(deliveries([...texts, ...abroad])).toBeGreaterThanOrEqual(deliveries(texts)!)
  })

  it.each([
    [
      '配送',
      '配送が三日も遅れた。配送の箱がつぶれていた。配送を待っている。',
      '部屋は静かだった。値段が高い。朝食が冷たい。画面が割れた。電池が切れる。予約が消えた。返金が届かない。駐車場が狭い。',
    ],
    [
      '快递',
      '快递太慢了。快递丢失。快递一直没有送到。',
      '房间很安静。价格很贵。早餐很冷。屏幕碎了。电池坏了。预约取消了。退款没有收到。停车场很小。',
    ],
  ])('a text without spaces is cut into its words: %s', (label, about, others) => {
    const texts = `${about}${others}`.split('。').filter((text) => text !== '')
    expect(themesOf(texts).map((theme) => [theme.label, theme.item_count])).toContainEqual([label, 3])
  })
})
