// The filters of the list: severity, service, alerts, vehicle, fleets, acknowledgement and assignee; for the history also the period and whether the alert was found late.
import { usePhone } from '@flotta/ui/screen-size.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconFilter } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterFields, type FilterProps } from './AlertFilterFields.tsx'

/** The filters. On a phone they are folded, so that the alerts come first. */
export function AlertFilters({ address }: FilterProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  const { search } = address
  const count = filterNames.filter(name => search[name] !== undefined).length
  if (!phone) return <FilterFields address={address} />
  return (
    <>
      <Button
        variant="default"
        justify="space-between"
        leftSection={<IconFilter size={16} aria-hidden />}
        rightSection={
          isOpen ? (
            <IconChevronUp size={16} aria-hidden />
          ) : (
            <IconChevronDown size={16} aria-hidden />
          )
        }
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {count === 0 ? t('incidents.filters') : t('incidents.filters_on', { count })}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FilterFields address={address} />}
      </div>
    </>
  )
}
const filterNames = [
  'severity',
  'service',
  'vehicle',
  'alert',
  'ack',
  'assigned',
  'snoozed',
  'late',
] as const
