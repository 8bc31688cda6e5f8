import { DEVELOPMENT_NAMES, HELD_OUT_NAMES, readDevelopmentTexts, readHeldOutTexts } from './development-texts.js'
import { judgeThemes } from './theme-credibility.js'

// What a reader who is to accept or reject a label sees, of sources by name: `node test/bench/run.js read-themes pool`.

const SHOWN_TEXTS = 10

/** The same texts for the same theme, from all over it. */
function pick(items: readonly number[]): number[] {
  const step = Math.max(1, items.length / SHOWN_TEXTS)
  return Array.from({ length: Math.min(SHOWN_TEXTS, items.length) }, (_, place) => items[Math.floor(place * step)]!)
}

const READERS = new Map([
  ...DEVELOPMENT_NAMES.map((name) => [name, readDevelopmentTexts] as const),
  ...HELD_OUT_NAMES.map((name) => [name, readHeldOutTexts] as const),
])

for (const name of process.argv.slice(2)) {
  const read = READERS.get(name)
  if (read === undefined) throw new Error(`there are no texts called ${name}`)
  const texts = read(name)
  process.stdout.write(`# ${name}\n`)
  for (const { label, keywords, items } of judgeThemes(texts).themes) {
    process.stdout.write(`\n${label}: ${keywords.join(', ')}\n`)
    for (const place of pick(items)) process.stdout.write(`  - ${texts[place]!.item.text.replace(/\s+/g, ' ')}\n`)
  }
}
