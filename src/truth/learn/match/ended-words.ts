import type { SlotFindings } from './structure.js'
import { valuesAt } from './values.js'
import { wordsBetween } from './words.js'

/**
 * The findings with the word for `completed` of a record's status that answers prove: one that is not known to be a word of ours, and
 * with which alone records have the time of their end, while those of other words have none. Where ours may fail too, the word for that
 * has to be known.
 */
export function withEndedWord(findings: SlotFindings, answers: readonly unknown[]): SlotFindings {
  const status = findings.members.find(({ path, state }) => path === 'status' && state === 'seen')
  const end = findings.members.find(({ path, state }) => path === 'completed_at' && state === 'seen')
  if (!status?.values?.ours.includes('completed') || !status.wirePath || !end?.wirePath) return findings
  const { values } = status
  const known = wordsBetween(values) ?? {}
  const theirsOf = (word: string) => [known[word] ?? word].flat() as string[]
  const isKnown = (word: string) => theirsOf(word).some((each) => values.theirs.includes(each))
  if (isKnown('completed') || (values.ours.includes('failed') && !isKnown('failed'))) return findings
  const seen = answers.flatMap((answer) => {
    const [word] = valuesAt(answer, status.wirePath!)
    const [time] = valuesAt(answer, end.wirePath!)
    return typeof word === 'string' ? [{ word, hasEnded: time !== undefined && time !== null }] : []
  })
  const wordsWith = (isEnd: boolean) =>
    new Set(seen.flatMap(({ word, hasEnded }) => (hasEnded === isEnd ? [word] : [])))
  const [ended, running] = [wordsWith(true), wordsWith(false)]
  const [word, another] = ended
  const isProven = another === undefined && running.size > 0 && !running.has(word ?? '')
  if (word === undefined || !isProven || values.ours.some((each) => theirsOf(each).includes(word))) return findings
  const proven = { ...status, values: { ...values, proven: { completed: word } } }
  return { ...findings, members: findings.members.map((each) => (each === status ? proven : each)) }
}
