import { writeFileSync } from 'node:fs'
import { readLabelledTexts, requireDataFolder } from './labelled-texts.js'
import { trainSentiment } from './train-sentiment.js'

const CREDIT =
  'Weights learned from the labelled texts of C.J. Hutto and E.E. Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM-14, by test/bench/learn-sentiment.ts.'

const model = trainSentiment(readLabelledTexts(requireDataFolder()))
const target = process.argv[3] ?? 'emulator/analysis/lexicon/sentiment-model.json'
writeFileSync(target, `${JSON.stringify({ credit: CREDIT, ...model }, null, 1)}\n`)
