import type { PeriodKind } from '../../../../src/contract/periods.js'
import { Link } from '../parts/link.js'
import { Loading } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { percent, SentimentBar } from '../parts/sentiment.js'
import { earlierText, type PeriodLine } from '../period-lines.js'
import { usePeriods } from '../use-periods.js'
import type { SourceOfGroup } from '../use-sources.js'

interface PeriodsProps {
  source: SourceOfGroup
  kind: PeriodKind
  /** The one the page is about; empty for all. */
  period: string
  /** Items of all periods; undefined where the page is about one. */
  total: number | undefined
}

/** Sentiment over the last periods of a group that tracks feedback over time. */
export function Periods({ source, kind, period, total }: PeriodsProps) {
  const lines = usePeriods(source.source_id, kind)
  const earlier = lines && total !== undefined ? earlierText(total, lines) : undefined
  return (
    <Section
      title={`Over time, ${kind}`}
      side={period !== '' && <Link to={`/analysis/${source.source_id}`}>Show all periods</Link>}
    >
      {!lines && <Loading />}
      {lines?.length === 0 && <p className="dim">No items in the last periods.</p>}
      {lines && lines.length > 0 && (
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
            {lines.map((line) => (
              <PeriodRow key={line.key} sourceId={source.source_id} line={line} isSelected={line.key === period} />
            ))}
          </tbody>
        </table>
      )}
      {earlier && <p className="dim">{earlier}</p>}
    </Section>
  )
}

function PeriodRow({ sourceId, line, isSelected }: { sourceId: string; line: PeriodLine; isSelected: boolean }) {
  if (!line.analysis) {
    const span = line.key === line.to ? line.key : `${line.key} to ${line.to}`
    return (
      <tr className="folded">
        <td className="dim">{span}: no items</td>
      </tr>
    )
  }
  const { sentiment, item_count } = line.analysis
  return (
    <tr className={isSelected ? 'selected' : ''}>
      <td className="period">
        <Link to={`/analysis/${sourceId}`} search={{ period: line.key }}>
          {line.key}
        </Link>
      </td>
      <td className="bar-cell">
        <SentimentBar sentiment={sentiment} small />
      </td>
      <td className="numeric">{item_count.toLocaleString('en')}</td>
      <td className="numeric wide">{percent(sentiment.positive.share)}</td>
      <td className="numeric wide">{percent(sentiment.negative.share)}</td>
      <td className="numeric">{sentiment.score.toFixed(2)}</td>
    </tr>
  )
}
