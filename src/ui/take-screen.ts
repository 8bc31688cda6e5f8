import { spawn } from 'node:child_process'

const OTHER_SCREEN = '\u001b[?1049h'
const OWN_SCREEN = '\u001b[?1049l\u001b[?25h'

/**
 * Waits until its stdin closes. Without a word before, the one who took the screen was killed: the screen, the cursor and the
 * settings of the terminal are given back in its place.
 */
const KEEPER = `settings=$(stty -g <&3) || exit 0
trap '' INT TERM HUP QUIT TTOU
read -r _ && exit 0
printf '\\033[?1049l\\033[?25h' >&3
stty "$settings" <&3`

/** Whoever draws on the screen. */
export interface Painter {
  /** Stops drawing at once. */
  stop(): void
}

/**
 * Takes a screen of its own in the terminal, and gives back what ends that: however the process ends, the terminal is as before.
 * What an error prints at its end is printed after that, if it can be read.
 */
export function takeScreen(output: NodeJS.WriteStream, input: NodeJS.ReadStream, painter: Painter): () => void {
  let isTaken = true
  const dismissKeeper = postKeeper(output)
  const restore = () => {
    if (!isTaken) return
    isTaken = false
    process.off('exit', restore)
    process.off('uncaughtExceptionMonitor', restore)
    for (const step of [() => painter.stop(), () => input.setRawMode(false), () => output.write(OWN_SCREEN)])
      quietly(step)
    dismissKeeper()
  }
  process.on('exit', restore)
  process.on('uncaughtExceptionMonitor', restore)
  output.write(OTHER_SCREEN)
  return restore
}

/** A terminal that has gone away needs nothing back. */
function quietly(step: () => void): void {
  try {
    step()
  } catch {}
}

/** Lets a small shell watch over the terminal where there is one; gives back what sends it away. */
function postKeeper(output: NodeJS.WriteStream): () => void {
  const { fd } = output as { fd?: number }
  if (process.platform === 'win32' || fd === undefined) return () => {}
  // In a session of its own it hears no Ctrl-C, and outlives whoever is killed with this one's group.
  const keeper = spawn('/bin/sh', ['-c', KEEPER], { stdio: ['pipe', 'ignore', 'ignore', fd], detached: true })
  const { stdin } = keeper as { stdin: NodeJS.WritableStream & { unref?(): void } }
  for (const each of [keeper, stdin]) each.on('error', () => {})
  keeper.unref()
  stdin.unref?.()
  return () => quietly(() => void stdin.write('\n'))
}
