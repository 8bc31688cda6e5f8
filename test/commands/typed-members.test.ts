/** A refusal names what was typed, `--group` or NAME, not a member of the request (words.md). */
import { describe, expect, test } from 'vitest'
import { openStageFor } from '../transcripts/stage.js'
import { controlLines, type SweptLine, serviceLines } from './answers/lines.js'

/** Values that few members can have. */
const ODD = ['""', '6x']
/** What prints no text for people, takes members as such, or waits for what never comes. */
const APART = /--json|--record|--output|--within| wait |^mcp|^api/

const LINES = [...serviceLines(), ...controlLines()].filter(({ line }) => !APART.test(`${line} `))

const wordsOf = (line: string): string[] => line.match(/"[^"]*"|\S+/g) ?? []

/** The line with one of its values replaced by an odd one, each in turn. */
function oddLines(line: string): string[] {
  const words = wordsOf(line)
  const values = words.flatMap((word, at) => (at === 0 || word.startsWith('-') ? [] : [at]))
  return values.flatMap((at) => ODD.map((odd) => words.with(at, odd).join(' ')))
}

/** The subject of a refusal by the service or the emulator. */
async function refusedSubjects({ line, given = [] }: SweptLine): Promise<string[]> {
  const stage = await openStageFor({ given }, line)
  const subjects = []
  for (const odd of oddLines(line)) {
    const { stderr } = await stage.run(odd)
    if (/\(VALIDATION_ERROR, \d/.test(stderr)) subjects.push(/error: (\S+)/.exec(stderr)![1]!)
  }
  await stage.close()
  return subjects
}

describe('a refusal of a value names the option or argument that was typed', () => {
  test.each(LINES)('$line', async (swept) => {
    const subjects = await refusedSubjects(swept)
    expect(subjects.filter((subject) => !/^(--[a-z-]+|[A-Z]+)$/.test(subject))).toEqual([])
  })
})
