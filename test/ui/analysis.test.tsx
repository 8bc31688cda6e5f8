import { expect, test } from 'vitest'
import { displayWidth } from '../../src/terminal/width.js'
import { AnalysisPicture } from '../../src/ui/ink-analysis.js'
import { barText } from '../../src/ui/ink-bars.js'
import { runInpk, scripted, TEST_KEY } from '../cli/run-inpk.js'
import { render } from './render.js'
import { ANALYSIS, PERIODS } from './sample-analysis.js'

function pictureOf(width: number, more = {}): string {
  return render(<AnalysisPicture analysis={{ ...ANALYSIS, ...more }} width={width} />).lastFrame() ?? ''
}

test('an analysis is drawn as sentiment bars, themes with share, items, score and keywords, and monitors', () => {
  const picture = pictureOf(100)
  expect(picture).toMatch(/^12 items analysed 2026-03-01 10:00:00\n/)
  expect(picture).toContain('score 0.25')
  expect(picture).toMatch(/positive █{20} +50% +6/)
  expect(picture).toMatch(/late delivery +█{12} +50% +6 -0\.60 late, parcel, courier/)
  expect(picture).toMatch(/17% +2 Refunds/)
})

test.each([20, 24, 31, 32, 40, 47, 48, 60, 80, 95, 96, 120, 200])(
  'no line of the picture is wider than %i columns',
  (width) => {
    const lines = pictureOf(width, { periods: PERIODS }).split('\n')
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([])
    // A row that was broken in two would begin with its bar or its share.
    expect(lines.filter((line) => /^ *\d+%$/.test(line))).toEqual([])
    expect(lines.find((line) => line.startsWith('negative'))).toContain('25%')
  },
)

test.each([20, 32, 60, 100])('longer names of sides leave the shares in one column: %i columns', (width) => {
  const own = { somewhat_positive: { count: 3 }, an_exceedingly_long_name_of_a_side: { count: 2, share: 0.1 } }
  const picture = pictureOf(width, { sentiment: { ...ANALYSIS.sentiment, ...own }, themes: [], monitor_matches: [] })
  const rows = picture.split('\n').filter((line) => line.includes('%'))
  expect([rows.length, new Set(rows.map((row) => row.indexOf('%'))).size]).toEqual([5, 1])
  expect(Math.max(...rows.map(displayWidth))).toBeLessThanOrEqual(width)
  expect(picture.replace(/\s+/g, ' ')).toContain('shares computed from counts')
})

test('a line runs over the periods from the oldest to the latest; one period alone is no line', () => {
  expect(pictureOf(60, { periods: PERIODS })).toMatch(/Periods\n▁▅█ +1\.00\n2026-01 – 2026-03/)
  expect(pictureOf(60, { periods: PERIODS.slice(0, 1) })).not.toContain('Periods')
})

test('a bar is filled to the eighth of a cell and never beyond its width', () => {
  expect(barText(0.5, 4)).toBe('██  ')
  expect(barText(1 / 16, 4)).toBe('▎   ')
  expect([barText(2, 3), barText(-1, 3)]).toEqual(['███', '   '])
})

const KEYED = { INPK_CONFIG_DIR: '/nowhere', INPK_API_KEY: TEST_KEY }

async function shown(env: Record<string, string>, isTerminal = true, argv: string[] = [], answer: unknown = ANALYSIS) {
  const transport = scripted({ 'GET /sources/34/analysis': answer })
  const surroundings = { env: { ...KEYED, ...env }, isTerminal, columns: 60, transport }
  return runInpk(['analysis', 'show', '34', ...argv], surroundings)
}

test('the picture is for a terminal with colour; NO_COLOR, --no-color, TERM=dumb, CI and a pipe get the table', async () => {
  expect((await shown({ TERM: 'xterm' })).stdout).toContain('\nThemes\n')
  const plain = await Promise.all([
    shown({ NO_COLOR: '1' }),
    shown({}, true, ['--no-color']),
    shown({ TERM: 'dumb' }),
    shown({ CI: 'true' }),
    shown({}, false),
  ])
  for (const { stdout } of plain) expect(stdout).toContain('THEME')
})

test('what a terminal would act on is taken out of labels, keywords and names before they are drawn', async () => {
  const evil = '\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil/\x07x\r\b\u202e\u009b31m'
  const hostile = {
    ...ANALYSIS,
    themes: ANALYSIS.themes.map((theme) => ({ ...theme, label: evil + theme.label, keywords: [evil] })),
    monitor_matches: [{ ...ANALYSIS.monitor_matches[0]!, name: evil }],
  }
  const { stdout } = await shown({ TERM: 'xterm' }, true, [], hostile)
  expect(stdout).toContain('\nThemes\n')
  expect(stdout.replace(/\x1b\[\d+(;\d+)*m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
})

test('an analysis that is not there yet is said in a line, not drawn', async () => {
  const none = { ...ANALYSIS, analysis_status: 'none', analysis_id: null, themes: [], item_count: 0 }
  expect((await shown({ TERM: 'xterm' }, true, [], none)).stdout).toMatch(/^Not analysed yet\./)
})
