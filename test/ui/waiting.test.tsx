import { expect, test } from 'vitest'
import { displayWidth } from '../../src/terminal/width.js'
import { SecretPrompt, type Typed, typeInto } from '../../src/ui/ink-secret-prompt.js'
import { Waiting } from '../../src/ui/ink-waiting.js'
import { stepText } from '../../src/ui/waiting.js'
import { render } from './render.js'

test('what is waited for is a spinner with its text, and a bar with its percentage where that is known', () => {
  const { lastFrame, rerender } = render(<Waiting step={{ text: 'Task task_1: processing', share: 0.4 }} width={60} />)
  expect(lastFrame()).toMatch(/^⠋ Task task_1: processing\n█{16} +40%$/)
  rerender(<Waiting step={{ text: 'Waiting' }} width={60} />)
  expect(lastFrame()).toMatch(/^. Waiting$/)
})

test.each([20, 40, 200])('a wait fits %i columns', (width) => {
  const step = { text: '配送 task '.repeat(40), share: 1 }
  const { lastFrame } = render(<Waiting step={step} width={width} />)
  const lines = lastFrame()!.split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
})

test('a text that a terminal would act on is inert in the bar and in the plain line', () => {
  const step = { text: 'a\x1b]52;c;eA==\x07b\r\u202ec', share: 0.5 }
  expect(render(<Waiting step={step} width={60} />).lastFrame()).toContain('ab\\x0d\\u202ec')
  expect(stepText(step)).toBe('ab\\x0d\\u202ec, 50%')
})

test('a hidden answer shows its length alone and ends at Enter', async () => {
  const ended: Typed[] = []
  const prompt = <SecretPrompt question="API key:" width={40} onEnd={(typed) => ended.push(typed)} />
  const { lastFrame, stdin } = render(prompt)
  await new Promise((resolve) => setImmediate(resolve))
  stdin.write('secret')
  await expect.poll(lastFrame).toBe('API key: ••••••')
  stdin.write('\r')
  expect(ended).toEqual([{ answer: 'secret', end: 'done' }])
})

test.each<[string, string, Typed]>([
  ['a paste with its line end is whole', 'key\r\nmore', { answer: 'key', end: 'done' }],
  ['erasing takes the last character', 'kex\u007fy', { answer: 'key' }],
  ['Ctrl-U takes all', 'wrong\u0015key', { answer: 'key' }],
  ['Ctrl-C interrupts', 'ke\u0003', { answer: 'ke', end: 'interrupted' }],
])('%s', (_, typed, expected) => {
  expect(typeInto('', typed)).toEqual(expected)
})
