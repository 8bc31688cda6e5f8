import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { planPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'
import { type Case, meaningOf, sweep, table } from './case.js'

describe('the encoding is read from the words it makes (E4)', () => {
  const texts: [language: string, encoding: string, text: string][] = [
    ['Polish', 'windows-1250', 'Dziękuję bardzo, żółta sukienka dotarła późno, ale jest śliczna'],
    ['Czech', 'windows-1250', 'Zásilka přišla příliš pozdě, ale obsluha byla velmi milá a ochotná'],
    ['Hungarian', 'windows-1250', 'Köszönöm szépen, gyönyörű ruha, de később érkezett, mint ígérték, őrület'],
    ['Croatian', 'windows-1250', 'Pošiljka je došla kasno, ali je osoblje vrlo ljubazno, još ću naručiti čaše'],
    ['Russian', 'windows-1251', 'Посылка пришла поздно, но всё хорошо'],
    ['Ukrainian', 'windows-1251', 'Посилка прийшла пізно, але все добре, дякую'],
    ['Turkish', 'windows-1254', 'Kargo çok geç geldi ama ürün güzeldi, teşekkürler, ışık değişik'],
    ['German', 'windows-1252', 'Das Paket kam zu spät, aber schöne Größe und gute Qualität, grüße'],
    ['French', 'windows-1252', 'Très bien reçu, mais le délai a été trop long, dommage, où est ma facture à régler'],
    ['Spanish', 'windows-1252', '¿Dónde está mi pedido? Llegó después del año nuevo, qué pena señores'],
    ['Portuguese', 'windows-1252', 'Não chegou até amanhã, a entrega é péssima, três lições, coração'],
    ['Icelandic', 'windows-1252', 'Það er mjög gott, þakka þér kærlega fyrir, ég kem aftur á morgun'],
    ['Swedish', 'windows-1252', 'Paketet kom på måndag, väldigt bra och så är färgen också fin, öppet'],
  ]
  const file = (text: string, encoding: string) =>
    iconv.encode(
      table(['id', 'text'], 3, (row) => [row, `${text} ${row}`]),
      encoding,
    )
  sweep(
    texts.map(
      ([language, encoding, text]): Case => [
        `${language} in ${encoding}`,
        file(text, encoding),
        { encoding, rows: 3, warns: ['guessed_encoding'] },
      ],
    ),
  )

  const others: [language: string, encoding: string, text: string][] = [
    ['Greek', 'windows-1253', 'Το δέμα ήρθε αργά, αλλά η εξυπηρέτηση ήταν πολύ καλή, ευχαριστώ'],
    ['Greek capitals', 'windows-1253', 'ΤΟ ΔΕΜΑ ΗΡΘΕ ΑΡΓΑ ΑΛΛΑ Η ΕΞΥΠΗΡΕΤΗΣΗ ΗΤΑΝ ΠΟΛΥ ΚΑΛΗ'],
    ['Hebrew', 'windows-1255', 'החבילה הגיעה מאוחר אבל השירות היה טוב מאוד תודה רבה לכולם'],
    ['Arabic', 'windows-1256', 'وصلت الشحنة متأخرة لكن الخدمة كانت جيدة جدا شكرا لكم على كل شيء'],
    [
      'Lithuanian',
      'windows-1257',
      'Siuntinys atėjo vėlai, bet aptarnavimas buvo labai šiltas, ačiū už žinutę, mąstau grįžti',
    ],
    [
      'Latvian',
      'windows-1257',
      'Sūtījums pienāca vēlu, bet apkalpošana bija ļoti laipna, paldies, nākšu vēl, žēl, ka tā',
    ],
    ['Russian', 'koi8-r', 'Посылка пришла поздно, но обслуживание было очень хорошим'],
    ['small Russian', 'koi8-r', 'посылка пришла поздно, но обслуживание было очень хорошим'],
    ['Russian', 'iso-8859-5', 'Посылка пришла поздно, но обслуживание было очень хорошим'],
    ['German', 'cp437', 'Das Paket kam zu spät, aber schöne Größe und gute Qualität, grüße'],
    ['French', 'cp437', 'Très bien reçu, mais le délai a été trop long, dommage, où est ma facture'],
    ['German', 'macintosh', 'Das Paket kam zu spät, aber schöne Größe und gute Qualität, grüße'],
    ['Polish', 'cp852', 'Dziękuję bardzo, żółta sukienka dotarła późno, ale jest śliczna'],
    ['Czech', 'cp852', 'Zásilka přišla příliš pozdě, ale obsluha byla velmi milá a ochotná'],
    ['Polish', 'iso-8859-2', 'Dziękuję, ślicznie, ąkać, proszę, paczka przyszła w środę, źle zapakowana, są śmieszni'],
  ]
  sweep(
    others.map(
      ([language, encoding, text]): Case => [
        `${language} in ${encoding} is a doubt`,
        file(text, encoding),
        { refused: /the encoding is not clear/ },
      ],
    ),
  )

  it('the hint names the encoding that makes words', async () => {
    for (const [language, encoding, text] of others) {
      const planned = meaningOf(file(text, encoding))
      const hint = expect.stringContaining(`--encoding ${encoding}`)
      await expect(planned, `${language} ${encoding}`).rejects.toMatchObject({ hint })
      expect(await meaningOf(file(text, encoding), { encoding })).toMatchObject({ encoding, rows: 3, warns: [] })
    }
  })

  sweep(
    [
      ...texts
        .slice(1)
        .map(([language, encoding, text]) => [`${language} in capitals`, encoding, text.toUpperCase()] as const),
      [
        'marks of a word processor',
        'windows-1252',
        '“Great” – it’s fast…really—café, naïve, crème brûlée, Zoë',
      ] as const,
      ['Bulgarian', 'windows-1251', 'Пратката пристигна късно, но обслужването беше много добро, благодаря'] as const,
      ['Serbian', 'windows-1251', 'Пошиљка је стигла касно, али је особље било веома љубазно, хвала'] as const,
    ].map(
      ([what, encoding, text]): Case => [
        `${what} in ${encoding} is no doubt`,
        file(text, encoding),
        { encoding, rows: 3, warns: ['guessed_encoding'] },
      ],
    ),
  )

  sweep([
    [
      'English with the quotes, dashes and signs of a word processor is no doubt',
      iconv.encode(
        table(['id', 'text'], 5, (row) => [row, `“Great” – it’s fast… 25°C, Nike® • “good value” £${row} x² ‘fine’`]),
        'windows-1252',
      ),
      { encoding: 'windows-1252', rows: 5, warns: ['guessed_encoding'] },
    ],
  ])

  it('any other that is named is taken, by any of its names, and one that is not known is refused', async () => {
    const read = async (text: string, encoding: string, asked = encoding) => {
      const disk = createMemoryDisk({ 'a.csv': file(text, encoding) })
      const { check, file: known } = await planPush({ path: 'a.csv', encoding: asked }, portsOf(disk))
      return [known.encoding, check.warnings, check.items]
    }
    expect(await read('Καλημέρα', 'windows-1253', 'cp1253')).toEqual(['windows-1253', [], 3])
    expect(await read('ありがとう', 'shift_jis', 'Shift_JIS')).toEqual(['shift_jis', [], 3])
    await expect(read('x', 'utf-8', 'klingon')).rejects.toThrow('--encoding "klingon": unknown encoding')
    await expect(read('x', 'utf-8', 'base64')).rejects.toThrow('unknown encoding')
  })

  it('texts that another program has read wrongly are a warning', async () => {
    const good = 'Привет, товар пришёл поздно'
    const misread = (text: string, from: string, as: string) => iconv.decode(iconv.encode(text, from), as)
    for (const text of [
      misread(good, 'utf-8', 'windows-1252'),
      misread(good, 'utf-8', 'windows-1251'),
      misread(good, 'windows-1251', 'windows-1252'),
      misread('Schöne Grüße', 'utf-8', 'windows-1250'),
      misread('Dziękuję bardzo, też', 'utf-8', 'windows-1252'),
    ])
      expect(await meaningOf(`text\n"${text}"\n`)).toMatchObject({ warns: ['mojibake'] })
    for (const [, , text] of texts) expect(await meaningOf(`text\n"${text}"\n`)).toMatchObject({ warns: [] })
    expect(await meaningOf(`text\n"${good}. Р… С…"\n`)).toMatchObject({ rows: 1 })
  })
})
