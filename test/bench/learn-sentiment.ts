import { writeFileSync } from 'node:fs'
import { DEVELOPMENT_NAMES, readClassedTexts } from './development-texts.js'
import { readLabelledTexts, requireDataFolder } from './labelled-texts.js'
import { trainFeedback, trainGeneral } from './train-sentiment.js'

const CREDIT =
  'Made by test/bench/learn-sentiment.ts. "general": weights learned from the labelled texts of C.J. Hutto and E.E. Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM-14. "feedback" and "chat": what the invented texts of test/rules/analysis/dev add.'

const texts = DEVELOPMENT_NAMES.flatMap(readClassedTexts)
const model = trainFeedback(
  trainGeneral(readLabelledTexts(requireDataFolder())),
  texts,
  texts.filter(({ feedbackType }) => feedbackType === 'chat'),
)
const target = process.argv[3] ?? 'emulator/analysis/lexicon/sentiment-model.json'
writeFileSync(target, `${JSON.stringify({ credit: CREDIT, ...model }, null, 1)}\n`)
