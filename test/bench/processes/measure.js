// Preloaded into a measured process, to tell what it used: at its end in the file INPK_BENCH_USAGE names, and whenever the bench that
// forked it asks. None of them starts another process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const STATUS = '/proc/self/status'

function usage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return { cpuMs: (userCPUTime + systemCPUTime) / 1_000, rssBytes: peak(maxRSS) * 1_024, wallMs: performance.now() }
}

/** The highest memory of this process, in KiB. Linux starts `maxRSS` at what the process that forked it had, so asks elsewhere. */
function peak(maxRSS) {
  const told = existsSync(STATUS) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(STATUS, 'utf8')) : null
  return told ? Number(told[1]) : maxRSS
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
