import { useState } from 'react'
import type { MessageRecord } from '../../../../src/contract/control/mail.js'
import { COMMANDS } from '../commands.js'
import { controlUrl } from '../control.js'
import { useOrgId } from '../org-id.js'
import { CommandLine } from '../parts/copy.js'
import { ChoiceField, SearchField } from '../parts/filters.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Facts, Panel } from '../parts/panel.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { useRoute } from '../route.js'
import { useInvitesCommand } from '../use-invites-command.js'
import { usePages } from '../use-pages.js'
import { isChange, useRecord, useReload } from '../use-record.js'
import { sourceOption, useSources } from '../use-sources.js'

const FILTERS = ['to', 'subject', 'text', 'source_id'] as const

/** The mails the emulator would have sent. */
export function OutboxPage() {
  const { search } = useRoute()
  const { sources } = useSources()
  const invite = useInvitesCommand()
  const query = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? '']))
  const pages = usePages('listMessages', { query: { ...query, limit: '100' } })
  useReload(pages.reload, isChange)
  return (
    <ListView
      title="Outbox"
      base="outbox"
      pages={pages}
      columns={columns(new Map(sources.map(({ source_id, source_title }) => [source_id, source_title])))}
      keyOf={(row) => row.id}
      filters={
        <>
          <SearchField name="to" label="To" />
          <SearchField name="subject" label="Subject" />
          <SearchField name="text" label="Text" />
          <ChoiceField name="source_id" all="All sources" options={sources.map(sourceOption)} />
        </>
      }
      empty={
        Object.values(query).some(Boolean) ? (
          <Empty title="No email matches.">Clear the search to see them all.</Empty>
        ) : (
          <Empty title="No emails." {...(invite && { command: invite })}>
            Invites are kept here, not sent. They need a template and a verified sending domain, under{' '}
            <Link to="/invites">Invites</Link>.
          </Empty>
        )
      }
      panel={(id, back) => <MessagePanel id={id} back={back} />}
    />
  )
}

const columns = (titles: ReadonlyMap<string, string>): TableColumn<MessageRecord>[] => [
  {
    title: 'To',
    width: '28%',
    narrow: 'auto',
    show: ({ id, to }) => (
      <Link keep to={`/outbox/${id}`}>
        {to}
      </Link>
    ),
    below: ({ subject }) => <bdi>{subject}</bdi>,
  },
  { title: 'Subject', wide: true, show: ({ subject }) => <bdi>{subject}</bdi> },
  {
    title: 'Source',
    spare: true,
    width: '18%',
    show: ({ source_id }) => (
      <Link to={`/sources/${source_id}`}>
        <bdi>{titles.get(source_id) ?? source_id}</bdi>
      </Link>
    ),
  },
  { title: 'Invite', spare: true, width: '9rem', show: ({ invite_id }) => <code>{invite_id}</code> },
  { title: 'Time', width: '11.5rem', spare: true, show: ({ at }) => <DateTime at={at} /> },
]

function MessagePanel({ id, back }: { id: string; back: string }) {
  const { data, error } = useRecord('getMessage', { params: { id } }, () => false)
  return (
    <Panel title={data?.subject ?? 'Email'} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && <Mail message={data} />}
    </Panel>
  )
}

function Mail({ message }: { message: MessageRecord }) {
  const [isText, setText] = useState(message.html === '')
  const orgId = useOrgId()
  const params = { id: message.id }
  return (
    <>
      <Facts
        facts={[
          ['From', message.from],
          ['To', message.to],
          ['Time', <DateTime key="at" at={message.at} />],
        ]}
      />
      <div className="bar">
        <button type="button" className="button small" aria-pressed={!isText} onClick={() => setText(false)}>
          HTML
        </button>
        <button type="button" className="button small" aria-pressed={isText} onClick={() => setText(true)}>
          Text
        </button>
        <a
          className="button small"
          href={controlUrl(orgId, 'getMessageFile', { params })}
          download={`${message.id}.eml`}
        >
          Download .eml
        </a>
      </div>
      {isText ? (
        <pre className="mail-text">{message.text}</pre>
      ) : (
        // No scripts, no network: sandboxed here, and by the policy of its own answer.
        <iframe
          className="mail"
          title={`Email: ${message.subject}`}
          sandbox=""
          referrerPolicy="no-referrer"
          src={controlUrl(orgId, 'getMessagePage', { params })}
        />
      )}
      <CommandLine line={COMMANDS.showMail(message.id)} />
    </>
  )
}
