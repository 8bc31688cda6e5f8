import { clientSettings } from '../../cli/client.js'
import { command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import type { Result } from '../../output/outcome.js'
import type { BridgeContext } from './bridge/forward.js'
import { runBridge } from './bridge/run-bridge.js'
import { openEndpoint } from './endpoint.js'

export const COMMAND = command({
  examples: [
    ['mcp serve', 'as the command of an assistant that speaks MCP over stdio'],
    ['mcp serve --profile production', 'with the address and key of a profile'],
  ],
  options: {},
  run: serve,
})

/** Carries the protocol between stdio and the MCP endpoint of the service; stdout has nothing but its messages. */
async function serve(_input: unknown, factory: Factory): Promise<Result> {
  const settings = await factory.settings()
  // A call may wait for another message of its own assistant, so none waits for its turn; a 429 is still waited out.
  const client = createClient({ ...clientSettings(factory, settings), pace: false })
  const way: BridgeContext = {
    endpoint: await openEndpoint(client, settings),
    baseUrl: settings.baseUrl.value,
    handshake: { sessionId: undefined, revision: undefined },
    tell: createTell(factory),
    sleep: factory.environment.sleep,
  }
  await runBridge(way, factory)
  factory.signal.throwIfAborted()
  return { data: undefined }
}

/** One message after the other, each on one line: a line break in JSON can only be between its parts. */
function createTell({ environment }: Factory): BridgeContext['tell'] {
  let last: Promise<void> = Promise.resolve()
  return (message) => {
    const line = `${message.replace(/[\r\n]+/g, ' ').trim()}\n`
    last = last.then(() => environment.stdout.write(line))
    return last
  }
}
