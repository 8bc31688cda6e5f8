import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { type CaseResult, type KitReport, testReceiver, toJUnit } from '../../../src/webhooks/tools.js'
import { rightReceiver, SECRET, WRONG_RECEIVERS } from './receivers.js'

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
}

describe('the report as JUnit XML', () => {
  it('a right receiver has one passing test case for each case, and a skipped one', async () => {
    const report = await testReceiver({ url: 'http://a/', secret: SECRET, ...rightReceiver() })
    const elements = readXml(toJUnit(report))
    expect(elements[1]?.attributes).toMatchObject({
      tests: String(report.cases.length),
      failures: '0',
      errors: '0',
      skipped: '1',
    })
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(report.cases.length)
    expect(elements.filter(({ name }) => name === 'skipped')).toHaveLength(1)
  })

  it('[SIG-4] failures carry the reason and what the interface says', async () => {
    const under = WRONG_RECEIVERS['checks nothing']!.make()
    const report = await testReceiver({ url: 'http://a/', secret: SECRET, ...under })
    const elements = readXml(toJUnit(report))
    const failures = elements.filter(({ name }) => name === 'failure')
    expect(failures).toHaveLength(report.counts.fail)
    expect(failures[0]).toMatchObject({
      attributes: { message: 'The request was accepted with 200.', type: 'conformance' },
      text: 'The interface: Reject deliveries that do not verify.',
    })
    expect(elements.filter(({ name }) => name === 'system-out')).toHaveLength(report.counts.warn)
    expect(elements[1]?.attributes.failures).toBe(String(report.counts.fail))
  })

  it('whatever a URL or a reason holds, the XML is well-formed and says it', () => {
    const nasty = `<a href="x">&amp; 'q' ]]> \u0000\u001b[31m\ud800 \n\t é 🙂`
    const result: CaseResult = {
      id: 'x',
      title: nasty,
      says: nasty,
      rules: ['SIG-1'],
      verdict: 'fail',
      reason: nasty,
      statuses: [],
      ms: 5,
    }
    const report: KitReport = {
      url: nasty,
      verdict: 'fail',
      startedAt: 0,
      ms: 1_234,
      counts: { pass: 0, warn: 1, fail: 1, skip: 1 },
      cases: [result, { ...result, verdict: 'warn' }, { ...result, verdict: 'skip' }],
    }
    const said = nasty.replace('\u0000\u001b', '\ufffd\ufffd').replace('\ud800', '\ufffd')
    const elements = readXml(toJUnit(report))
    expect(elements[1]?.attributes).toMatchObject({
      name: `webhook receiver ${said}`,
      time: '1.234',
      timestamp: '1970-01-01T00:00:00',
    })
    expect(elements.find(({ name }) => name === 'failure')).toMatchObject({
      attributes: { message: said },
      text: `The interface: ${said}`,
    })
    expect(elements.find(({ name }) => name === 'system-out')?.text).toBe(`Warning: ${said}`)
    expect(elements.find(({ name }) => name === 'skipped')?.attributes.message).toBe(said)
  })
})

/** The elements in order, with their own text; throws where the XML is not well-formed. */
function readXml(xml: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => {
    const inner = open.at(-1)
    if (inner) inner.text += text
  })
  parser.write(xml).close()
  return elements
}
