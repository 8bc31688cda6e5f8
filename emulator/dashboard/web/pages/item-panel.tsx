import type { ListedItem } from '../../../../src/contract/control/feedback.js'
import { COMMANDS } from '../commands.js'
import { CommandLine, Id } from '../parts/copy.js'
import { Loading, Problem } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import { Time } from '../parts/time.js'
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

function ItemDetails({ item, field }: { item: ListedItem; field: string | undefined }) {
  return (
    <>
      <blockquote className="verbatim" dir="auto">
        {item.text}
      </blockquote>
      <Facts
        facts={[
          ['Item id', <Id key="id" value={item.item_id} />],
          ['Field', field === undefined ? item.field_id : `${field} (${item.field_id})`],
          ['External id', item.external_id === null ? 'none' : <Id key="external" value={item.external_id} />],
          ['Customer id', item.customer_id === null ? 'none' : <Id key="customer" value={item.customer_id} />],
          ['Channel', item.channel ?? 'none'],
          ['Language', item.language ?? 'none'],
          ['Rating', item.rating ?? 'none'],
          ['Occurred', <Time key="occurred" at={item.occurred_at} />],
          ['Stored', <Time key="created" at={item.created_at} />],
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
