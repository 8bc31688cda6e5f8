/** What was typed is named, and what was meant is said. */
import { expect, test } from 'vitest'
import { openStage, writeStageFiles } from '../transcripts/stage.js'

const REFUSALS: [line: string, says: string][] = [
  ['api me', 'PATH is required\nDid you mean `inpk api GET me`?'],
  ['feedback erase 1', 'Use `--external-id <id>`, `--customer-id <id>` or `--from <file>`.'],
  ['feedback list Tickets', 'Use `--source <source>`.'],
  ['feedback export Tickets', 'Use `--source <source>`.'],
  ['sources list Support', 'Use `--group <group>`.'],
  ['webhooks listen http://127.0.0.1:9/hook', 'Use `--forward-to <url>`.'],
  ['sources create X --group 99 --question "DEPTH_TEXT: Why?"', 'error: group 99 not found\n'],
  ['push reviews.csv --source 1 --shard 9/8', '--shard "9/8": the part must be from 1 to 8\n'],
  ['push reviews.csv --source 1 --shard 0/8', '--shard "0/8": the part must be from 1 to 8\n'],
  [
    'push reviews.csv --source 1 --watch in',
    '--watch takes a folder alone, and no file besides\nLeave out reviews.csv: every file that is put into in is pushed.',
  ],
  ['emulator foo', 'inpk emulator has no command foo\nIts commands: '],
  ['emulator clock advance tomorrow', `can't advance by "tomorrow": it is not a duration or a time\nWrite `],
  ['emulator snapshot restore befor', 'snapshot "befor" not found; did you mean "before"?'],
]

test.each(REFUSALS)('%s', async (line, says) => {
  const stage = await openStage()
  writeStageFiles(stage.cwd)
  try {
    await stage.run('emulator snapshot save before')
    const { code, stderr } = await stage.run(line)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain(says)
  } finally {
    await stage.close()
  }
})

test.each([
  ['/api', '/api/input is added to the base URL, so leave /api out: `--base-url http://127.0.0.1:4600`.'],
  ['/v1', '/api/input is added to the base URL, which has the path /v1 already: leave that out, or set --api-prefix.'],
])('a base URL that ends in %s', async (path, says) => {
  const stage = await openStage()
  try {
    const { code, stderr } = await stage.run(`me --base-url http://127.0.0.1:4600${path}`)
    expect([code, stderr]).toEqual([5, expect.stringContaining(says)])
    // A record that is not found says nothing of the address.
    const task = await stage.run('tasks show task_9')
    expect(task.stderr).not.toContain('base URL')
  } finally {
    await stage.close()
  }
})
