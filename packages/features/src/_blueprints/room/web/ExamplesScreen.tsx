// The customer's examples, as cards or as a table.

import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { EditCard, orDash } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { Text, TextInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { examples } from '../contract.ts'

interface Values {
  readonly code: string
  readonly note: string
}

export default function ExamplesScreen() {
  const { t } = useTranslation()
  const kind: CardKind<typeof examples, Values> = {
    resource: examples,
    nameOf: e => e.code,
    toForm: e => ({ code: e?.code ?? '', note: e?.note ?? '' }),
    labels: { code: t('examples.code'), note: t('examples.note') },
    fields: form => (
      <>
        <TextInput
          {...form.getInputProps('code')}
          label={t('examples.code')}
          required
          data-autofocus
        />
        <TextInput {...form.getInputProps('note')} label={t('examples.note')} />
      </>
    ),
  }
  return (
    <ListScreen
      kind={kind}
      mayEdit={useMay(examples.create)}
      icon={IconTag}
      words={{
        add: t('examples.add'),
        search: t('examples.search'),
        empty: t('examples.empty'),
        emptyText: t('examples.empty_text'),
      }}
      columns={[
        { key: 'code', label: t('examples.code'), value: e => e.code },
        { key: 'note', label: t('examples.note'), value: e => e.note },
      ]}
      card={card => (
        <EditCard {...card} head={<Text fw={550}>{card.record?.code}</Text>}>
          <Text size="sm">{orDash(card.record?.note ?? null)}</Text>
        </EditCard>
      )}
    />
  )
}
