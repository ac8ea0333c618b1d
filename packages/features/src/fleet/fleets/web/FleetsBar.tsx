// The number of fleets that the search finds.
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import type { ListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { bulk, fleets as contract, type Fleet } from '../contract.ts'

const importColumns = [
  { title: 'Code', field: 'code', example: 'NORD', required: true, unique: true },
  { title: 'Description', field: 'description', example: 'Nord Italia', required: true },
  { title: 'Color', field: 'color', example: '#2e51bb', required: true },
] as const

export interface FleetsBarProps {
  readonly fleets: readonly Fleet[]
  /** How many of them the search finds. */
  readonly matches: number
  readonly address: ListAddress
  readonly mayEdit: boolean
  readonly adding: boolean
  readonly onAdd: () => void
  readonly addButton: RefObject<HTMLButtonElement | null>
}

export function FleetsBar({
  fleets,
  matches,
  address,
  mayEdit,
  adding,
  onAdd,
  addButton,
}: FleetsBarProps) {
  const { t } = useTranslation()
  return (
    <ListBar
      count={
        address.search === ''
          ? formatNumber(fleets.length)
          : t('ui.list.found', { count: matches, total: formatNumber(matches) })
      }
    >
      <SearchField label={t('fleets.search')} typed={address.typed} onType={address.type} />
      {mayEdit && (
        <>
          <ImportSheet
            resource={contract}
            bulk={bulk}
            columns={importColumns}
            known={{ code: fleets.map(fleet => fleet.code) }}
            title={t('fleets.import')}
          />
          <Button
            ref={addButton}
            className={page.add ?? ''}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
            disabled={adding}
          >
            {t('fleets.add')}
          </Button>
        </>
      )}
    </ListBar>
  )
}
