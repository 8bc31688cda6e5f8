import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MEASURE } from './run-measured.js'

/**
 * Starts one of `servers/` in a process of its own and waits until it listens; what it told then, and how to measure it. `setup` is
 * handed to it.
 */
export async function startServer(name, setup = {}) {
  const path = fileURLToPath(new URL(`../servers/${name}.js`, import.meta.url))
  const env = { PATH: process.env.PATH }
  const child = fork(path, [JSON.stringify(setup)], { execArgv: ['--import', MEASURE], env })
  const answerTo = (message) =>
    new Promise((resolve, reject) => {
      const end = (code) => reject(new Error(`the server ${name} ended with ${code}`))
      child.once('exit', end)
      child.once('message', (answer) => {
        child.off('exit', end)
        resolve(answer)
      })
      if (message) child.send(message)
    })
  const told = await answerTo()
  const usage = async () => (await answerTo('usage')).usage
  return {
    ...told,
    usage,
    ask: answerTo,
    /** What the server uses for each of `count` pieces of work. */
    async measure(count, work) {
      const before = await usage()
      await work()
      const { cpuMs, wallMs, rssBytes } = await usage()
      return { cpuMs: (cpuMs - before.cpuMs) / count, wallMs: (wallMs - before.wallMs) / count, rssBytes }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
    },
  }
}
