import { join } from 'node:path'
import { expect, it } from 'vitest'
import { announce } from '../../../src/commands/emulator/announce-emulator.js'

it('a start says where the keys are, on lines that fit a terminal of 80 columns', async () => {
  const notes: string[] = []
  const note = async (text: string) => void notes.push(text)
  const emulator = { recovered: [], baseUrl: 'http://127.0.0.1:4600', dashboardUrl: 'http://127.0.0.1:4601' }
  const started = { emulator, directory: join('/home/ada/shop', '.inpk'), ephemeral: false, isFound: true }
  await announce(
    started as never,
    { screen: { note, warn: note }, environment: { env: {}, cwd: '/home/ada/shop' } } as never,
  )
  expect(notes).toEqual([
    'API        http://127.0.0.1:4600',
    'Dashboard  http://127.0.0.1:4601',
    'Data       /home/ada/shop/.inpk',
    'Keys       inpk emulator env',
    '           (not needed by commands in /home/ada/shop)',
    'Ctrl-C stops it.',
  ])
  expect(Math.max(...notes.map((line) => line.length))).toBeLessThanOrEqual(80)
})

it.each([
  ['/home/ada/shop/.inpk', '/home/ada/shop/sub', 'inpk emulator env', '(not needed by commands in /home/ada/shop)'],
  [
    '/home/ada/shop/.inpk',
    '/home/ada',
    'inpk emulator env --data /home/ada/shop/.inpk',
    '(not needed by commands in /home/ada/shop)',
  ],
  [
    '/home/ada/my data',
    '/home/ada',
    "inpk emulator env --data '/home/ada/my data'",
    '(needed by commands without --data',
  ],
])(
  'with its data in %s, started in %s, names the keys so that it works as typed',
  async (directory, cwd, line, whom) => {
    const notes: string[] = []
    const note = async (text: string) => void notes.push(text)
    const emulator = { recovered: [], baseUrl: 'http://127.0.0.1:4600', dashboardUrl: 'http://127.0.0.1:4601' }
    const started = { emulator, directory, ephemeral: false, isFound: true }
    await announce(started as never, { screen: { note, warn: note }, environment: { env: {}, cwd } } as never)
    expect(notes[3]).toBe(`Keys       ${line}`)
    expect(notes[4]).toContain(whom)
  },
)
