import { lastPeriods, type PeriodKind } from '../../../../src/contract/periods.js'
import { Link } from '../parts/link.js'
import { Section } from '../parts/panel.js'
import { percent, SentimentBar } from '../parts/sentiment.js'
import { useRecord } from '../use-record.js'
import type { SourceOfGroup } from '../use-sources.js'

const SHOWN = 8

/** Sentiment over the last periods of a group that tracks feedback over time. */
export function Periods({ source, kind, period }: { source: SourceOfGroup; kind: PeriodKind; period: string }) {
  const { data: clock } = useRecord('getClock', {}, ({ name }) => name === 'clock')
  const keys = clock ? lastPeriods(kind, Date.parse(clock.now), SHOWN).map(({ key }) => key) : []
  return (
    <Section
      title={`Sentiment, ${kind}`}
      side={period !== '' && <Link to={`/analysis/${source.source_id}`}>All periods together</Link>}
    >
      <table className="themes">
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col">Sentiment</th>
            <th scope="col" className="numeric">
              Items
            </th>
            <th scope="col" className="numeric wide">
              Positive
            </th>
            <th scope="col" className="numeric wide">
              Negative
            </th>
            <th scope="col" className="numeric">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <PeriodRow key={key} sourceId={source.source_id} periodKey={key} isSelected={key === period} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function PeriodRow({ sourceId, periodKey, isSelected }: { sourceId: string; periodKey: string; isSelected: boolean }) {
  const { data } = useRecord('getSourceAnalysis', { params: { id: sourceId }, query: { period_key: periodKey } })
  const sentiment = data?.sentiment
  return (
    <tr className={isSelected ? 'selected' : ''}>
      <td className="period">
        <Link to={`/analysis/${sourceId}`} search={{ period: periodKey }}>
          {periodKey}
        </Link>
      </td>
      <td className="bar-cell">{sentiment && data.item_count > 0 && <SentimentBar sentiment={sentiment} small />}</td>
      <td className="numeric">{data?.item_count.toLocaleString('en')}</td>
      <td className="numeric wide">{sentiment && percent(sentiment.positive.share)}</td>
      <td className="numeric wide">{sentiment && percent(sentiment.negative.share)}</td>
      <td className="numeric">{sentiment?.score.toFixed(2)}</td>
    </tr>
  )
}
