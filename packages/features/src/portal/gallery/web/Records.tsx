// Records: their list with cards and table, the card that is being edited, and ten thousand rows.

import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { DataTable } from '@flotta/ui/table/DataTable.tsx'
import { Button, Text, TextInput } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ExampleItem, ExampleSection } from './ExampleSection.tsx'
import { answerWithinPage, type Example, examples } from './examples.ts'

interface ExampleFormValues {
  readonly name: string
  readonly note: string
}
const kind: CardKind<typeof examples, ExampleFormValues> = {
  resource: examples,
  nameOf: example => example.name,
  labels: { name: 'Name', note: 'Note' },
  removing: 'What it means to remove it stands here.',
  toForm: example => ({ name: example?.name ?? '', note: example?.note ?? '' }),
  fields: form => (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label="Name"
        required
        withAsterisk={false}
        maxLength={60}
      />
      <TextInput {...form.getInputProps('note')} label="Note" maxLength={200} />
    </>
  ),
}
const ROWS = 10_000

const exampleRows = Array.from({ length: ROWS }, (_, i) => ({
  id: i + 1,
  plate: `AA${String(i).padStart(5, '0')}`,
  km: (i * 7_919) % 900_000,
}))
type ExampleRow = (typeof exampleRows)[number]
const rowColumns = [
  { key: 'plate', label: 'Plate', value: (row: ExampleRow) => row.plate },
  { key: 'km', label: 'Kilometres', value: (row: ExampleRow) => row.km },
]

export function Records() {
  const [open, setOpen] = useState(false)
  const office = useRef<ReturnType<typeof answerWithinPage> | null>(null)
  useEffect(() => {
    const server = answerWithinPage(45)
    office.current = server
    setOpen(true)
    return server.close
  }, [])
  if (!open) return null
  return (
    <>
      <CardExamples onMeddle={() => office.current?.meddle()} />
      <ExampleSection title="List">
        <ExampleItem name="Cards or table, searched and paged" wide>
          <ListScreen
            part="Examples"
            kind={kind}
            mayEdit
            icon={IconId}
            words={{
              add: 'New example',
              search: 'Search by name',
              empty: 'No examples',
              emptyText: 'Create the first one.',
            }}
            columns={[
              { key: 'name', label: 'Name', value: example => example.name },
              { key: 'note', label: 'Note', value: example => example.note },
            ]}
            card={card => <EditCard {...card} head={headOf(card.record)} />}
          />
        </ExampleItem>
      </ExampleSection>
      <ExampleSection title="Data table">
        <ExampleItem name="10,000 rows" wide>
          <DataTable name="gallery" columns={rowColumns} rows={exampleRows} />
        </ExampleItem>
        <ExampleItem name="No rows" wide>
          <DataTable name="gallery" columns={rowColumns} rows={[]} />
        </ExampleItem>
      </ExampleSection>
    </>
  )
}
const headOf = (example: Example | null) =>
  example !== null && (
    <>
      <Text fw={550}>{example.name}</Text>
      <Text size="sm" c="dimmed">
        {example.note ?? '—'}
      </Text>
    </>
  )

/** A card in each of its states. */
function CardExamples({ onMeddle }: { readonly onMeddle: () => void }) {
  const sample: Example = { id: 1, name: 'Example 1', note: 'With a note' }
  const still = { kind, form: 'inline', onEdit: () => undefined, onClose: () => undefined } as const
  return (
    <ExampleSection
      title="Edit card"
      says="A name “wrong” is refused on its field, “broken” fails; a colleague’s change meanwhile shows both versions."
    >
      <ExampleItem name="Read, may edit">
        <EditCard {...still} record={sample} editing={false} mayEdit head={headOf(sample)} />
      </ExampleItem>
      <ExampleItem name="Read only">
        <EditCard
          {...still}
          record={sample}
          editing={false}
          mayEdit={false}
          head={headOf(sample)}
        />
      </ExampleItem>
      <ExampleItem name="New">
        <EditCard {...still} record={null} editing mayEdit head={null} />
      </ExampleItem>
      <ExampleItem name="Edited">
        <EditCard {...still} record={sample} editing mayEdit head={headOf(sample)} />
      </ExampleItem>
      <ExampleItem name="A colleague">
        <Button variant="default" onClick={onMeddle}>
          Change all records meanwhile
        </Button>
      </ExampleItem>
    </ExampleSection>
  )
}
