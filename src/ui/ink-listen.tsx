import { Box, render, Static, Text } from 'ink'
import { reflowing } from './ink-parts.js'
import { isFine, type ListenDisplay, type ListenOptions, type SeenDelivery, seenText } from './listen-display.js'

/** The live display of a listener on a terminal: the deliveries above, where it listens and what came so far below. */
export function renderListening(options: ListenOptions, stream: NodeJS.WriteStream): ListenDisplay {
  let seen: readonly SeenDelivery[] = []
  const view = () => <Listening options={options} seen={seen} />
  const app = render(view(), { stdout: reflowing(stream), stderr: stream, exitOnCtrlC: false, patchConsole: false })
  return {
    show(delivery) {
      seen = [...seen, delivery]
      app.rerender(view())
    },
    async close() {
      app.unmount()
      await app.waitUntilExit()
    },
  }
}

export function Listening({ options, seen }: { options: ListenOptions; seen: readonly SeenDelivery[] }) {
  return (
    <Box flexDirection="column">
      <Static items={[...seen]}>{(each) => <Delivery key={each.number} seen={each} />}</Static>
      <Text bold>{options.title}</Text>
      <Text dimColor>{`${countText(seen)} Ctrl-C to stop.`}</Text>
    </Box>
  )
}

function Delivery({ seen }: { seen: SeenDelivery }) {
  return (
    <Text>
      <Text color={isFine(seen) ? 'green' : 'red'}>{isFine(seen) ? '✓' : '✗'}</Text>
      {` ${seenText(seen)}`}
    </Text>
  )
}

function countText(seen: readonly SeenDelivery[]): string {
  if (seen.length === 0) return 'Nothing received yet.'
  const forged = seen.filter(({ verified }) => !verified).length
  return forged === 0 ? `${seen.length} received, all verified.` : `${seen.length} received, ${forged} not verified.`
}
