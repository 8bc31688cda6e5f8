import { analyseText } from '../../emulator/analysis/index.js'
import { DEVELOPMENT_NAMES, HELD_OUT_NAMES, readDevelopmentTexts, readHeldOutTexts } from './development-texts.js'
import { FIXTURE_NAMES, readJudgedTexts } from './fixture-themes.js'
import type { JudgedText } from './judged-texts.js'
import { type Class, macroF1 } from './labelled-texts.js'
import { type Agreement, measureAgreement } from './theme-agreement.js'
import { judgeThemes, type ShownTheme } from './theme-credibility.js'

const CLASSES = { negative: 0, neutral: 1, positive: 2 } as const satisfies Record<string, Class>
const percent = (part: number) => `${(part * 100).toFixed(1)} %`.padStart(8)

function formatParts({ oneToOne, mainOneToOne, manyToOne, mainManyToOne }: Agreement): string {
  return [oneToOne, mainOneToOne, manyToOne, mainManyToOne].map(percent).join('  ')
}

const PURE = 0.6

/** How far the themes that are shown hold together, whatever is not in one. */
function formatThemes(texts: readonly JudgedText[]): string {
  const { themes, covered } = judgeThemes(texts)
  const mean = (value: (theme: ShownTheme) => number) =>
    percent(themes.reduce((sum, theme) => sum + value(theme), 0) / Math.max(1, themes.length))
  const pure = mean(({ purity }) => (purity >= PURE ? 1 : 0))
  return `${themes.length} themes, of${percent(covered)} of the texts; of one theme${mean(({ purity }) => purity)}, in${pure} most; with the label's words${mean(({ labelled }) => labelled)}`
}

/** The figures alone: what a theme is called and which items are in it is not shown, so that nobody tunes to it. */
function report(name: string, texts: readonly JudgedText[]): string {
  const { agreement, chance } = measureAgreement(texts)
  const guesses = texts.map(
    ({ item, sentiment }) => [CLASSES[sentiment], CLASSES[analyseText(item, []).sentiment]] as const,
  )
  const neutral = (place: 0 | 1) => percent(guesses.filter((pair) => pair[place] === 1).length / guesses.length)
  const items = String(agreement.items).padStart(5)
  return [
    `${name.padEnd(16)} ${items} ${formatParts(agreement)}   themes an item ${agreement.themesPerItem.toFixed(2)}`,
    `${'  dealt anew'.padEnd(22)} ${formatParts(chance)}`,
    `  ${formatThemes(texts)}`,
    `  sentiment: macro-F1 ${macroF1(guesses).toFixed(3)}; neutral${neutral(1)}, people say${neutral(0)}`,
  ].join('\n')
}

process.stdout.write("Items in a theme a person gave them, where each found theme stands for one of the person's\n")
process.stdout.write('source           items one-to-one  main theme  many-to-one main theme\n')
for (const name of FIXTURE_NAMES) process.stdout.write(`${report(name, readJudgedTexts(name))}\n`)
process.stdout.write('texts held out:\n')
for (const name of HELD_OUT_NAMES) process.stdout.write(`${report(name, readHeldOutTexts(name))}\n`)
process.stdout.write('texts the analysis was developed on:\n')
for (const name of DEVELOPMENT_NAMES) process.stdout.write(`${report(name, readDevelopmentTexts(name))}\n`)
