import type { AnalysisRule } from '../../../../src/contract/control/analysis-rules.js'
import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { COMMANDS } from '../commands.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField } from '../parts/fields.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { percent, SentimentBar, SentimentFacts } from '../parts/sentiment.js'
import { DateTime } from '../parts/time.js'
import { View } from '../parts/view.js'
import { requireJson } from '../require-json.js'
import { go, hrefOf, useRoute } from '../route.js'
import { useRecord } from '../use-record.js'
import { type SourceOfGroup, sourceOption, useSources } from '../use-sources.js'
import { Periods } from './periods.js'
import { ThemePanel, ThemeTable } from './themes.js'

const EXAMPLE = '[\n  { "pattern": "refund", "sentiment": "negative", "theme": "Refunds" }\n]'

/** What the analysis found in a source: sentiment, themes with their verbatims, monitors. */
export function AnalysisPage() {
  const { rest, search } = useRoute()
  const { sources, isLoaded } = useSources()
  const sourceId = rest[0] ?? sources[0]?.source_id
  const source = sources.find(({ source_id }) => source_id === sourceId)
  const period = search.get('period') ?? ''
  if (!isLoaded)
    return (
      <View title="Analysis">
        <Loading />
      </View>
    )
  if (!sourceId) {
    return (
      <View title="Analysis">
        <Empty title="Nothing to analyse yet." command={COMMANDS.firstPush} />
      </View>
    )
  }
  const back = hrefOf(`/analysis/${sourceId}`, { period })
  return (
    <View
      title="Analysis"
      filters={<SourceChoice sources={sources} sourceId={sourceId} />}
      actions={<AnalysisRules />}
      panel={rest[1] && <ThemePanel sourceId={sourceId} themeId={rest[1]} period={period} back={back} />}
    >
      <Findings key={sourceId} sourceId={sourceId} source={source} period={period} selected={rest[1]} />
    </View>
  )
}

function SourceChoice({ sources, sourceId }: { sources: readonly SourceOfGroup[]; sourceId: string }) {
  return (
    <select aria-label="Source" value={sourceId} onChange={({ target }) => go(hrefOf(`/analysis/${target.value}`))}>
      {sources.map(sourceOption).map(([id, shown]) => (
        <option key={id} value={id}>
          {shown}
        </option>
      ))}
    </select>
  )
}

interface FindingsProps {
  sourceId: string
  source: SourceOfGroup | undefined
  period: string
  selected: string | undefined
}

function Findings({ sourceId, source, period, selected }: FindingsProps) {
  const { data, error } = useRecord('getSourceAnalysis', { params: { id: sourceId }, query: { period_key: period } })
  const tracking = source?.group.tracking ?? 'none'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="page-body" tabIndex={0} aria-label="Analysis of the source">
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data?.analysis_status === 'none' && (
        <Empty title="No analysis yet." command={COMMANDS.waitForAnalysis(sourceId)}>
          Analysis runs automatically shortly after items arrive. If the clock is frozen, advance it first.
        </Empty>
      )}
      {data?.analysis_status === 'available' && <Found analysis={data} selected={selected} period={period} />}
      {source && data && tracking !== 'none' && (
        <Periods source={source} kind={tracking} period={period} total={period === '' ? data.item_count : undefined} />
      )}
    </section>
  )
}

function Found({
  analysis,
  selected,
  period,
}: {
  analysis: ControlResultOf<'getSourceAnalysis'>
  selected: string | undefined
  period: string
}) {
  return (
    <>
      <Section
        title={`Sentiment of ${analysis.item_count.toLocaleString('en')} items`}
        side={
          <span className="dim">
            analysed <DateTime at={analysis.analysed_at} />
          </span>
        }
      >
        <SentimentBar sentiment={analysis.sentiment} />
        <SentimentFacts sentiment={analysis.sentiment} />
      </Section>
      <Section title={`Themes (${analysis.themes.length})`}>
        <ThemeTable analysis={analysis} selected={selected} period={period} />
      </Section>
      {analysis.monitor_matches.length > 0 && (
        <Section title="Monitors">
          <ul className="lines">
            {analysis.monitor_matches.map(({ monitor_id, name, match_count, share }) => (
              <li key={monitor_id}>
                <strong>{name}</strong>
                <span>{match_count.toLocaleString('en')} items</span>
                <span className="dim">{percent(share)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** The analysis rules, by which a test decides what the analysis finds. */
function AnalysisRules() {
  const { data } = useRecord('getAnalysisRules')
  const rules = data?.items ?? []
  return (
    <FormDialog
      trigger={rules.length === 0 ? 'Analysis rules' : `Analysis rules (${rules.length})`}
      title="Analysis rules"
      send="Save"
      submit={async (fields, call) => {
        const items = requireJson(fields.text('rules')) as AnalysisRule[]
        await call('setAnalysisRules', { body: { items } })
        return undefined
      }}
    >
      <AreaField
        key={JSON.stringify(rules)}
        name="rules"
        label="Rules (JSON)"
        rows={9}
        defaultValue={rules.length === 0 ? EXAMPLE : JSON.stringify(rules, null, 2)}
        hint="From the next analysis on, texts that contain the pattern get this sentiment and theme."
      />
    </FormDialog>
  )
}
