import { escapeXml } from './escape.js'

/** A test and how it ended, as JUnit knows it. */
export interface JUnitCase {
  name: string
  /** Milliseconds. */
  ms?: number
  /** Why it failed; `explanation` is longer. */
  failure?: { message: string; explanation?: string }
  /** Why it was not run. */
  skipped?: string
  /** What it has to say though it passed. */
  output?: string
}

export interface JUnitSuite {
  name: string
  /** What its cases belong to. */
  className: string
  cases: readonly JUnitCase[]
  /** Milliseconds. */
  ms?: number
  /** ISO-8601, to the second. */
  startedAt?: string
}

/** A suite as JUnit XML. */
export function junitXml({ name, className, cases, ms, startedAt }: JUnitSuite): string {
  const count = (isCounted: (each: JUnitCase) => boolean) => cases.filter(isCounted).length
  const attributes = {
    name,
    tests: cases.length,
    failures: count(({ failure }) => failure !== undefined),
    errors: 0,
    skipped: count(({ skipped }) => skipped !== undefined),
    time: ms === undefined ? undefined : seconds(ms),
    timestamp: startedAt,
  }
  const suite = [
    `  <testsuite${shown(attributes)}>`,
    ...cases.flatMap((each) => caseLines(className, each)),
    '  </testsuite>',
  ]
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suite, '</testsuites>', ''].join('\n')
}

function caseLines(classname: string, each: JUnitCase): string[] {
  const time = each.ms === undefined ? undefined : seconds(each.ms)
  const head = `    <testcase${shown({ classname, name: each.name, time })}`
  const inner = innerLine(each)
  return inner === undefined ? [`${head}/>`] : [`${head}>`, `      ${inner}`, '    </testcase>']
}

function innerLine({ failure, skipped, output }: JUnitCase): string | undefined {
  if (skipped !== undefined) return `<skipped${shown({ message: skipped })}/>`
  if (output !== undefined) return `<system-out>${escapeXml(output)}</system-out>`
  if (failure === undefined) return undefined
  const { message, explanation } = failure
  if (explanation === undefined) return `<failure${shown({ message })}/>`
  return `<failure${shown({ message, type: 'conformance' })}>${escapeXml(explanation)}</failure>`
}

function shown(attributes: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return given.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join('')
}

const seconds = (ms: number) => (ms / 1_000).toFixed(3)
