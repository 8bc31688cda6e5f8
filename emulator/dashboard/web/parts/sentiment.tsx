import { SENTIMENTS, type SentimentDistribution } from '../../../../src/contract/records.js'
import type { Static } from '../../../../src/contract/schema.js'

export type SentimentShares = Static<typeof SentimentDistribution>

/** The shares of positive, neutral and negative as one bar. */
export function SentimentBar({ sentiment, small = false }: { sentiment: SentimentShares; small?: boolean }) {
  const label = SENTIMENTS.map((each) => `${percent(sentiment[each].share)} ${each}`).join(', ')
  return (
    <span className={`sentiment${small ? ' small' : ''}`} role="img" aria-label={label} title={label}>
      {SENTIMENTS.filter((each) => sentiment[each].share > 0).map((each) => (
        <span key={each} className={each} style={{ flexGrow: sentiment[each].share }} />
      ))}
    </span>
  )
}

/** The same in numbers. */
export function SentimentFacts({ sentiment }: { sentiment: SentimentShares }) {
  return (
    <ul className="sentiment-facts">
      {SENTIMENTS.map((each) => (
        <li key={each} className={each}>
          {percent(sentiment[each].share)} {each}{' '}
          <span className="dim">{sentiment[each].count.toLocaleString('en')}</span>
        </li>
      ))}
      <li>score {sentiment.score.toFixed(2)}</li>
    </ul>
  )
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`
}
