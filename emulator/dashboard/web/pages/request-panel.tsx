import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { COMMANDS } from '../commands.js'
import { Status } from '../parts/badge.js'
import { Body, Headers } from '../parts/body.js'
import { CommandLine, Id } from '../parts/copy.js'
import { Link } from '../parts/link.js'
import { Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
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

function Details({ request }: { request: Request }) {
  return (
    <>
      {request.hints.length > 0 && (
        <ul className="hints" aria-label="Hints">
          {request.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      <Facts facts={factsOf(request)} />
      <Section title="Answer">
        <Headers headers={request.response_headers} />
        <Body text={request.response_body} label="body of the answer" />
      </Section>
      <Section title="Request">
        <Headers headers={request.request_headers} />
        <Body text={request.request_body} label="body of the request" />
      </Section>
      <Section title="Again">
        <CommandLine line={asCommand(request)} />
      </Section>
    </>
  )
}

function factsOf(request: Request) {
  return [
    ['Status', <Status key="status" status={request.status} />],
    ['At', <DateTime key="at" at={request.at} exact />],
    ['Took', `${Math.round(request.ms)} ms`],
    ['Operation', request.operation ?? 'none'],
    ['Path', <code key="path">{request.path}</code>],
    ['Request id', <Id key="id" value={request.request_id} />],
    [
      'Key',
      request.key_id === null ? (
        'none'
      ) : (
        <Link key="key" to={`/keys/${request.key_id}`}>
          {request.key_id}
        </Link>
      ),
    ],
  ] as const
}

/** The same request from a shell. */
function asCommand({ method, path, request_body }: Request): string {
  const short = path.replace(/^\/(api\/input|api\/v1)?\/?/, '')
  return COMMANDS.again(method, short, request_body !== null)
}
