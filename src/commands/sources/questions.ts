import { didYouMean, nearest } from '../../base/nearest.js'
import type { NewQuestion } from '../../contract/operations/sources.js'
import {
  findQuestionType,
  QUESTION_TYPE_NAMES,
  QUESTION_TYPE_WORDS,
  QUESTION_TYPES,
} from '../../contract/question-types.js'
import { type Failure, invalidFile, wrongUsage } from '../../terminal/failure.js'

const DEFAULT_TYPE = 'DEPTH_TEXT'

/**
 * The questions of `--question "TYPE: text"`, each with the `--option`s and `--required` that follow it. A text without a type is a
 * long answer. Refuses what looks like a type and is not one, an empty text, an `--option` or `--required` before any question, and a
 * question to choose from without options.
 */
export function readQuestions(given: readonly (readonly [name: string, text: string])[]): NewQuestion[] {
  const questions: NewQuestion[] = []
  for (const [name, text] of given) {
    if (name === 'question') questions.push(readQuestion(text))
    if (name === 'option') addOption(requireQuestion(questions, name), text)
    if (name === 'required') requireQuestion(questions, name).required = true
  }
  for (const question of questions) requireOptions(question)
  return questions
}

function readQuestion(text: string): NewQuestion {
  const [, word = '', rest = ''] = /^\s*([A-Za-z_ -]+?)\s*:\s*(.*)$/s.exec(text) ?? []
  const type = findQuestionType(word) ?? findQuestionType(word.toUpperCase())
  if (!type && looksLikeType(word)) throw notType(word, text)
  if (word === '') requireColon(text)
  const question = type ? rest : text
  if (question.trim() === '') {
    throw wrongUsage(
      `--question ${JSON.stringify(text)} has no text`,
      `Write it as "TYPE: text"; types: ${QUESTION_TYPE_NAMES.join(', ')}.`,
    )
  }
  return { type: type ?? DEFAULT_TYPE, question_text: question.trim() }
}

/**
 * Refuses a question type of a file that is near one we know. Any other unknown word is the service's to judge: it may have types
 * that we don't know.
 */
export function requireQuestionTypes(questions: unknown, member: string): void {
  for (const [index, question] of (Array.isArray(questions) ? questions : []).entries()) {
    const type: unknown = (question as { type?: unknown } | null)?.type
    if (typeof type !== 'string' || findQuestionType(type)) continue
    const meant = didYouMean(type, type === type.toUpperCase() ? QUESTION_TYPE_NAMES : QUESTION_TYPE_WORDS)
    if (meant !== undefined) {
      throw invalidFile(`${member}[${index}].type: ${JSON.stringify(type)} is not a question type`, meant)
    }
  }
}

/** Short names are a letter away from many words. */
const LONG_TYPE_WORDS = QUESTION_TYPE_WORDS.filter((word) => word.length > 4)

/** A typo in a type would make a field of another type that is called by it, which a real service cannot undo. */
function looksLikeType(word: string): boolean {
  return /^[A-Z_]{2,}$/.test(word) || word.includes('_') || nearest(asType(word), LONG_TYPE_WORDS, 1).length > 0
}

/** `Long answer` and `depth-text` as types are written. */
function asType(word: string): string {
  return word.replace(/[ -]+/g, '_')
}

/** Refuses a question whose first word is a type or written like one: the colon was forgotten. */
function requireColon(text: string): void {
  const [, word = '', rest = ''] = /^\s*([A-Za-z_]+)\s+(.*)$/s.exec(text) ?? []
  if (findQuestionType(word)) {
    throw wrongUsage(
      `--question ${JSON.stringify(text)} has no colon after ${word}`,
      `Write "${word}: ${rest.trim()}". ${orAsText(text)}`,
    )
  }
  if (word.includes('_')) throw notType(word, text)
}

/** How to ask a question that only begins like a type. */
function orAsText(text: string): string {
  return `If the question starts with that word, write "${DEFAULT_TYPE}: ${text.trim()}".`
}

function notType(word: string, text: string): Failure {
  const meant = didYouMean(asType(word), QUESTION_TYPE_NAMES) ?? didYouMean(asType(word), QUESTION_TYPE_WORDS)
  return wrongUsage(
    `--question ${JSON.stringify(text)}: ${word} is not a question type`,
    `${meant ?? `Types: ${QUESTION_TYPE_NAMES.join(', ')}.`} ${orAsText(text)}`,
  )
}

function requireQuestion(questions: readonly NewQuestion[], option: string): NewQuestion {
  const question = questions.at(-1)
  if (question) return question
  throw wrongUsage(
    `--${option} stands before any --question`,
    `Give each --${option} after the question it belongs to.`,
  )
}

/** Refuses a question to choose from without anything to choose; how many there may be is the service's to judge. */
function requireOptions({ type, question_text: text, options }: NewQuestion): void {
  if (!QUESTION_TYPES[findQuestionType(type)!].takesOptions || options !== undefined) return
  const asked = JSON.stringify(`${type}: ${text}`)
  throw wrongUsage(
    `--question ${asked} has no options`,
    `Give them after it: --question ${asked} --option Yes --option No.`,
  )
}

function addOption(question: NewQuestion, text: string): void {
  if (!QUESTION_TYPES[findQuestionType(question.type)!].takesOptions) {
    throw wrongUsage(
      `--option ${JSON.stringify(text)} only applies to MCQ and SCQ questions`,
      `Write the question as "MCQ: ${question.question_text}".`,
    )
  }
  question.options = [...(question.options ?? []), text]
}
