import { analyseText } from '../../emulator/rules/analysis/index.js'
import { FIXTURE_NAMES, type FixtureName, readJudgedTexts } from './fixture-themes.js'
import { type Class, macroF1 } from './labelled-texts.js'
import { measureAgreement } from './theme-agreement.js'

const CLASSES = { negative: 0, neutral: 1, positive: 2 } as const satisfies Record<string, Class>
const percent = (part: number) => `${(part * 100).toFixed(1)} %`.padStart(8)

function report(name: FixtureName): string {
  const texts = readJudgedTexts(name)
  const agreement = measureAgreement(texts)
  const guesses = texts.map(
    ({ item, sentiment }) => [CLASSES[sentiment], CLASSES[analyseText(item, []).sentiment]] as const,
  )
  const head = `${name.padEnd(16)} ${String(agreement.items).padStart(5)} ${percent(agreement.oneToOne)} ${percent(agreement.manyToOne)} ${percent(agreement.mainManyToOne)}      ${macroF1(guesses).toFixed(3)}`
  const rows = agreement.themes.map(
    ({ truth, found, items, landed }) => `    ${truth} = ${found}: ${landed} of ${items}`,
  )
  return [head, ...rows].join('\n')
}

process.stdout.write('fixture          items one-to-one many-to-one  main theme  sentiment F1\n')
for (const name of FIXTURE_NAMES) process.stdout.write(`${report(name)}\n`)
