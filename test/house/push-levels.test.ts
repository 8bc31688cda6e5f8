import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'

const MOST_LEVELS = 8
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))
const COMMAND = 'push (commands/push/push.ts)'
/** Hands a request to the socket. */
const TRANSPORT = 'cli/transport.ts'

it(`between the push command and the transport there are at most ${MOST_LEVELS} functions of ours`, async () => {
  const levels = await levelsOfPush()
  expect(levels[0]).toBe('pushFile (commands/push/push-file.ts)')
  expect(levels.at(-1)).toBe('sendWithRetries (client/send.ts)')
  expect(levels.length, levels.join('\n')).toBeLessThanOrEqual(MOST_LEVELS)
})

/**
 * The functions of `src/` that a request of a push is sent from, outermost first: all that run or wait then, without the command's own and
 * the transport. A function that waits shows on the stack only once it does, so the stack is that of a second try. What only passes a
 * promise on, such as the client's method of an operation, doesn't wait and isn't counted.
 */
async function levelsOfPush(): Promise<string[]> {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'reviews.csv', 'id,comment\n1,Great service\n')
  const stacks: string[] = []
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 200
  await bench
    .run(['push', 'reviews.csv', '--source', 'Tickets'], {
      cwd,
      env: { INPK_CONFIG_DIR: cwd },
      transport: async (request) => {
        if (!request.url.endsWith('/content/push')) return bench.emulator.handle(request)
        stacks.push(new Error('where this was called').stack ?? '')
        return stacks.length > 1 ? bench.emulator.handle(request) : { status: 503, headers: {}, body: new Uint8Array() }
      },
    })
    .finally(() => {
      Error.stackTraceLimit = stackTraceLimit
    })
  const functions = ownFunctions(stacks[1] ?? '')
  expect(functions).toContain(COMMAND)
  return functions.slice(functions.indexOf(COMMAND) + 1).filter((name) => !name.includes(TRANSPORT))
}

/** Each function of a stack once, as `name (file)`, outermost first. */
function ownFunctions(stack: string): string[] {
  const frames = [...stack.matchAll(/^ +at (?:async )?(?:(?:\w+\.)*(\w+) )?\(?(?:file:\/\/)?(\/[^?:]+).*$/gm)]
  const own = frames.flatMap(([, name = 'unnamed', path = '']) =>
    path.startsWith(SOURCES) ? [`${name} (${path.slice(SOURCES.length)})`] : [],
  )
  return [...new Set(own)].reverse()
}
