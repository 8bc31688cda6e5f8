import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createRandom, makeText, pick } from './texts.js'

/** Writes a CSV of `rows` rows, about 200 bytes each; three texts in ten hold a comma or a quote and stand in quotes. */
export async function makeCsv(path, rows) {
  const random = createRandom(7)
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 })
  file.write('external_id,text,rating,language,channel,occurred_at\n')
  let lines = []
  for (let row = 0; row < rows; row += 1) {
    lines.push(csvLine(row, random))
    if (lines.length < 5_000) continue
    if (!file.write(lines.join(''))) await once(file, 'drain')
    lines = []
  }
  file.end(lines.join(''))
  await once(file, 'close')
}

/** The first `count` rows as the items they become, or as many with ids from a later row on. */
export function makeItems(count, from = 0) {
  const random = createRandom(7)
  return Array.from({ length: count }, (_, row) => makeItem(from + row, random))
}

function makeItem(row, random) {
  const occurred_at = new Date(Date.UTC(2025, 0, 1) + row * 31_000).toISOString().replace('.000', '')
  const text = makeText(random, 150)
  const rating = 1 + Math.floor(random() * 5)
  const [language, channel] = [pick(random, ['en', 'de', 'fr']), pick(random, ['email', 'web'])]
  return { text, external_id: `ticket-${row}`, rating, language, channel, occurred_at }
}

function csvLine(row, random) {
  const { text, external_id, rating, language, channel, occurred_at } = makeItem(row, random)
  const cell = text.includes(',') || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  return `${external_id},${cell},${rating},${language},${channel},${occurred_at}\n`
}
