import { wrongUsage } from '../../cli/failure.js'
import type { NewQuestion } from '../../contract/operations/sources.js'
import { findQuestionType, QUESTION_TYPE_NAMES } from '../../contract/question-types.js'

const DEFAULT_TYPE = 'DEPTH_TEXT'

/**
 * The questions of `--question "TYPE: text"`, each with the `--option`s that follow it. A text without a type is a long answer.
 * Refuses an `--option` before any question, and an empty text.
 */
export function readQuestions(given: readonly (readonly [name: string, text: string])[]): NewQuestion[] {
  const questions: NewQuestion[] = []
  for (const [name, text] of given) {
    if (name === 'question') questions.push(readQuestion(text))
    if (name === 'option') addOption(questions.at(-1), text)
  }
  return questions
}

function readQuestion(text: string): NewQuestion {
  const [, word = '', rest = ''] = /^\s*([A-Za-z_]+)\s*:\s*(.*)$/s.exec(text) ?? []
  const type = findQuestionType(word) ?? findQuestionType(word.toUpperCase())
  const question = type ? rest : text
  if (question.trim() === '') {
    throw wrongUsage(
      `--question ${JSON.stringify(text)} has no text`,
      `Write it as "TYPE: text"; types: ${QUESTION_TYPE_NAMES.join(', ')}.`,
    )
  }
  return { type: type ?? DEFAULT_TYPE, question_text: question.trim() }
}

function addOption(question: NewQuestion | undefined, text: string): void {
  if (!question)
    throw wrongUsage('--option stands before any --question', 'Give each option after the question it belongs to.')
  question.options = [...(question.options ?? []), text]
}
