import type { ReactNode } from 'react'
import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { type Repeat as RepeatedFrom, repeatRequest } from '../../../../src/contract/control/repeat-request.js'
import { useOrganization } from '../organization.js'
import { Status } from '../parts/badge.js'
import { Body, Headers } from '../parts/body.js'
import { ActButton } from '../parts/button.js'
import { CopyAction, Id } from '../parts/copy.js'
import { Link } from '../parts/link.js'
import { Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { currentFilters, go, hrefOf } from '../route.js'
import { curlOf } from '../snippets.js'
import { useRecord } from '../use-record.js'

type Request = ControlResultOf<'getRequest'>

/** One request: what came, what was answered, and why. */
export function RequestPanel({ id, back }: { id: string; back: string }) {
  const { data, error } = useRecord('getRequest', { params: { id } }, () => false)
  const title = data ? `${data.method} ${data.path.split('?')[0]}` : 'Request'
  return (
    <Panel title={title} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <Details request={data} />}
    </Panel>
  )
}

/** What there is to say of a request: why it was refused, then hints; none of a plain success. */
export function textsOn({ refusal, hints }: Pick<Request, 'refusal' | 'hints'>): string[] {
  return [refusal, ...hints].filter((text) => text !== null)
}

function Details({ request }: { request: Request }) {
  const texts = textsOn(request)
  return (
    <>
      {texts.length > 0 && (
        <ul className="hints" aria-label="Hints">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Repeat record={request} />
      <Facts facts={useFacts(request)} />
      <Section title="Response">
        <Headers headers={request.response_headers} />
        <Body text={request.response_body} label="body of the response" />
      </Section>
      <Section title="Request">
        <Headers headers={request.request_headers} />
        <Body text={request.request_body} label="body of the request" />
      </Section>
    </>
  )
}

/** Sends it again, or takes it to a shell: with its body, and its key where that is a well-known one. */
function Repeat({ record }: { record: Request }) {
  const { data } = useOrganization()
  const keys = Object.values(data?.keys ?? {}).flatMap((byScope) => Object.values(byScope))
  const { request, missing } = repeatRequest(record, keys)
  return (
    <div className="repeat">
      <div className="bar">
        <ActButton
          first
          disabled={missing !== undefined}
          act={async (call) => {
            const { id } = await call('resendRequest', { params: { id: record.id } })
            go(hrefOf(`/requests/${id}`, currentFilters()))
            return 'Sent again. This is the new request.'
          }}
        >
          Send again
        </ActButton>
        <CopyAction text={curlOf(request)} disabled={missing === 'body'}>
          Copy as curl
        </CopyAction>
      </div>
      {missing && <p className="dim">{WHY_NOT[missing]}</p>}
      {!missing && isKeyed(record) && (
        <p className="dim">It has an Idempotency-Key: sent again, it gets the stored response and changes nothing.</p>
      )}
    </div>
  )
}

/** Whether the service knows it again by a key of its own. */
function isKeyed({ request_headers: headers }: Request): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')
}

const WHY_NOT: Record<NonNullable<RepeatedFrom['missing']>, ReactNode> = {
  key: (
    <>
      The log doesn't keep the key this was sent with, so it can't be sent again from here. Set{' '}
      <code>INPK_API_KEY</code> before you run the curl command.
    </>
  ),
  body: "The log doesn't have the whole body, so this can't be sent again from here. It keeps up to 64 KB of text, and nothing of a body that was never read.",
}

function useFacts(request: Request) {
  const label = useRecord('listKeys', {}, () => false).data?.items.find(({ id }) => id === request.key_id)?.label
  return [
    ['Status', <Status key="status" status={request.status} />],
    ['Time', <DateTime key="at" at={request.at} exact />],
    ['Duration', `${Math.round(request.ms).toLocaleString('en')} ms`],
    ['Operation', request.operation ?? 'none'],
    ['Path', <code key="path">{request.path}</code>],
    ['Request id', <Id key="id" value={request.request_id} />],
    [
      'Key',
      request.key_id === null ? (
        'none'
      ) : (
        <Link key="key" to={`/keys/${request.key_id}`}>
          {label ?? request.key_id}
        </Link>
      ),
    ],
  ] as const
}
