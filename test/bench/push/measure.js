// Preloaded into a measured process: at its end it writes what it used to the file INPK_BENCH_USAGE names. None of them starts
// another process.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1_000, rssBytes: maxRSS * 1_024, wallMs: performance.now() }
  writeFileSync(process.env.INPK_BENCH_USAGE, JSON.stringify(usage))
})
