// All links of the company that have not been ended, and the form of a new one for a map in another system.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { links } from '../contract.ts'
import { LinkForm } from './LinkForm.tsx'
import { LinkRows } from './LinkRows.tsx'

const SHOWN = 100
const USUAL_MS = 30 * 24 * HOUR

export function CompanyLinks() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(links.list, { query: { per_page: SHOWN } }))
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} />
      ) : data.data.length === 0 ? (
        <span>{t('links.none')}</span>
      ) : (
        <LinkRows links={data.data} />
      )}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={open}
        >
          {t('links.add_map')}
        </Button>
      </div>
      <Dialog opened={opened} onClose={close} title={t('links.add_map')}>
        <MapLinkForm />
      </Dialog>
    </>
  )
}

/** The form of a GeoJSON link of a fleet or of all vehicles. */
function MapLinkForm() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(query(fleets.all, {}))
  const [fleetId, setFleetId] = useState<string | null>(null)
  const [from] = useState(() => now() - (now() % MINUTE))
  return (
    <>
      <p className="flotta-quiet" style={{ marginTop: 0 }}>
        {t('links.map_text')}
      </p>
      <LinkForm
        subject={fleetId === null ? { all_vehicles: true } : { fleet_id: Number(fleetId) }}
        from={from}
        to={from + USUAL_MS}
      >
        <Select
          label={t('links.fleet')}
          placeholder={t('links.all_vehicles')}
          clearable
          data={data.map(({ id, code }) => ({ value: String(id), label: code }))}
          value={fleetId}
          onChange={setFleetId}
        />
      </LinkForm>
    </>
  )
}
