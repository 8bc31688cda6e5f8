import type { Factory } from '../../cli/factory.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { presented, type Result } from '../../output/outcome.js'
import { plainStyle, type Style } from '../../terminal/style.js'
import { analysisView } from '../analysis/analysis-view.js'
import { environmentLines } from '../emulator/env-formats.js'
import { openStage, type Stage } from './stage.js'
import { goOnTour, type TourResult } from './tour.js'

/** Needs no key and no network; takes nothing from the user's settings, and leaves nothing behind. */
export async function showDemo({ keep }: { keep: boolean }, factory: Factory): Promise<Result> {
  const startedAt = factory.environment.monotonic()
  const stage = await openStage(factory)
  try {
    const tour = await goOnTour(stage, factory)
    const seconds = Math.round(factory.environment.monotonic() - startedAt) / 1_000
    await factory.screen.note('')
    const shown = { tour, seconds }
    // Whoever looks around afterwards wants to have seen what the demo found.
    if (keep)
      for (const line of demoView(shown, plainStyle(factory.screen.style.width))) await factory.screen.note(line)
    if (keep) await factory.screen.note(NEXT)
    if (keep) await keepRunning(stage, factory)
    return presented({
      data: { ...tour, seconds },
      shown,
      view: keep ? () => [] : demoView,
      hints: () => (keep ? [] : [NEXT]),
    })
  } finally {
    await stage.close()
  }
}

function demoView({ tour, seconds }: { tour: TourResult; seconds: number }, style: Style): string[] {
  return [
    ...tour.sources.flatMap(({ title, analysis }) => [style.bold(title), ...analysisView(analysis, style), '']),
    style.bold(`Done in ${seconds.toFixed(1)} s.`),
  ]
}

const NEXT =
  'Next: `inpk emulator start --detach`, then `inpk push FILE.csv --create --group NAME --source NAME` with a file of your own.'

async function keepRunning({ emulator }: Stage, { screen, signal }: Factory): Promise<void> {
  await screen.note('It keeps running until Ctrl-C. In another terminal:\n')
  for (const line of environmentLines(emulatorEnvironment(emulator, emulator.apiKeys), 'sh')) await screen.note(line)
  await screen.note(`\nDashboard: ${emulator.dashboardUrl}`)
  await new Promise<void>((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}
