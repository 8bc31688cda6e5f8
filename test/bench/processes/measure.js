// Preloaded into a measured process, to tell what it used: at its end in the file INPK_BENCH_USAGE names, and whenever the bench that
// forked it asks. None of them starts another process.
import { writeFileSync } from 'node:fs'

function usage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return { cpuMs: (userCPUTime + systemCPUTime) / 1_000, rssBytes: maxRSS * 1_024, wallMs: performance.now() }
}

if (process.env.INPK_BENCH_USAGE) {
  process.on('exit', () => writeFileSync(process.env.INPK_BENCH_USAGE, JSON.stringify(usage())))
}
if (process.send) {
  process.on('message', (message) => {
    if (message === 'usage') process.send({ usage: usage() })
  })
  process.on('disconnect', () => process.exit())
}
