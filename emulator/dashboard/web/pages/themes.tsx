import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { Badge } from '../parts/badge.js'
import { Link } from '../parts/link.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Panel } from '../parts/panel.js'
import { percent, SentimentBar } from '../parts/sentiment.js'
import { DateTime } from '../parts/time.js'
import { usePages } from '../use-pages.js'
import { useRecord } from '../use-record.js'

type Analysis = ControlResultOf<'getSourceAnalysis'>

/** The themes of a source, the one with most items first. */
export function ThemeTable({
  analysis,
  selected,
  period,
}: {
  analysis: Analysis
  selected: string | undefined
  period: string
}) {
  if (analysis.themes.length === 0) return <Empty title="No themes.">The texts have nothing in common yet.</Empty>
  return (
    <table className="themes">
      <thead>
        <tr>
          <th scope="col">Theme</th>
          <th scope="col">Sentiment</th>
          <th scope="col" className="numeric">
            Items
          </th>
          <th scope="col" className="numeric">
            Share
          </th>
          <th scope="col" className="keywords">
            Keywords
          </th>
        </tr>
      </thead>
      <tbody>
        {analysis.themes.map((theme) => (
          <tr key={theme.theme_id} className={theme.theme_id === selected ? 'selected' : ''}>
            <td>
              <Link to={`/analysis/${analysis.source_id}/${theme.theme_id}`} search={{ period }}>
                {theme.label}
              </Link>
            </td>
            <td className="bar-cell">
              <SentimentBar sentiment={theme.sentiment} small />
            </td>
            <td className="numeric">{theme.item_count.toLocaleString('en')}</td>
            <td className="numeric">{percent(theme.share)}</td>
            <td className="dim keywords">{theme.keywords.slice(0, 5).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ThemePanelProps {
  sourceId: string
  themeId: string
  period: string
  back: string
}

/** A theme in the words of the items that belong to it. */
export function ThemePanel({ sourceId, themeId, period, back }: ThemePanelProps) {
  const { data } = useRecord('getSourceAnalysis', { params: { id: sourceId }, query: { period_key: period } })
  const verbatims = usePages('listItems', {
    query: { source_id: sourceId, theme_id: themeId, period_key: period, limit: '20' },
  })
  const theme = data?.themes.find(({ theme_id }) => theme_id === themeId)
  return (
    <Panel title={theme?.label ?? 'Theme'} back={back}>
      {theme && (
        <>
          <SentimentBar sentiment={theme.sentiment} />
          <p className="badges">
            {theme.keywords.map((keyword) => (
              <Badge key={keyword}>{keyword}</Badge>
            ))}
          </p>
        </>
      )}
      {verbatims.error && <Problem error={verbatims.error} />}
      {!verbatims.isLoaded && <Loading />}
      <ul className="verbatims">
        {verbatims.rows.map((item) => (
          <li key={item.item_id}>
            <blockquote className="verbatim">{item.text}</blockquote>
            <p className="dim">
              <Link to={`/sources/${sourceId}/${item.item_id}`} search={{ theme_id: themeId, period_key: period }}>
                Item {item.item_id}
              </Link>{' '}
              · <DateTime at={item.occurred_at ?? item.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {verbatims.hasMore && (
        <button type="button" className="button" onClick={verbatims.loadMore}>
          Show more
        </button>
      )}
    </Panel>
  )
}
