import type { ReactNode } from 'react'
import type { ListedItem } from '../../../../src/contract/control/feedback.js'
import { ITEM_MEMBERS, OPTIONAL_MEMBERS, type OptionalMember } from '../../../../src/contract/items/members.js'
import { COMMANDS } from '../commands.js'
import { CommandLine, Id } from '../parts/copy.js'
import { Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { useRecord } from '../use-record.js'

interface ItemPanelProps {
  id: string
  /** As the list has it, until it is read; a list holds only what has been scrolled to. */
  listed: ListedItem | undefined
  fields: readonly (readonly [id: string, text: string])[]
  back: string
}

/** One item, whole. */
export function ItemPanel({ id, listed, fields, back }: ItemPanelProps) {
  const { data, error } = useRecord('getItem', { params: { id } })
  const item = data ?? listed
  return (
    <Panel title={`Item ${id}`} back={back}>
      {error && <Problem error={error} />}
      {!item && !error && <Loading />}
      {item && !error && <ItemDetails item={item} field={fields.find(([each]) => each === item.field_id)?.[1]} />}
    </Panel>
  )
}

/** What is known of an item: its text, its place and all its members. */
export function ItemDetails({ item, field }: { item: ListedItem; field: string | undefined }) {
  return (
    <>
      <blockquote className="verbatim" dir="auto">
        {item.text}
      </blockquote>
      <Facts
        facts={[
          ['Item id', <Id key="id" value={item.item_id} />],
          ['Field', field === undefined ? item.field_id : `${field} (${item.field_id})`],
          ...OPTIONAL_MEMBERS.map((member) => [ITEM_MEMBERS[member].title, shown(item, member)] as const),
          ['Stored', <DateTime key="created" at={item.created_at} />],
          ['Reference', item.source_reference ?? 'none'],
        ]}
      />
      {item.external_id !== null && (
        <Section title="Erase it everywhere">
          <CommandLine line={COMMANDS.eraseItem(item.external_id)} />
        </Section>
      )}
    </>
  )
}

function shown(item: ListedItem, member: OptionalMember): ReactNode {
  const value = item[member]
  const row = ITEM_MEMBERS[member]
  if (row.kind === 'time') return <DateTime key={member} at={value as string | null} />
  if (value === null) return 'none'
  return 'isId' in row ? <Id key={member} value={String(value)} /> : value
}
