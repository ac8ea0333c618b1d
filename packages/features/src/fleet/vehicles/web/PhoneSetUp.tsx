// How a phone becomes a vehicle's tracker: the code that the Traccar Client scans, and the settings for other apps.
import { query } from '@flotta/ui/api.ts'
import { CopyBlock } from '@flotta/ui/CopyBlock.tsx'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'
import { Qr } from '../../../reports/printing/web/Qr.tsx'

export const phoneProtocol = 'osmand'

/** Twelve random letters and digits, because whoever knows a phone's identifier can report for it. */
export function newPhoneIdentifier(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map(byte => letters[byte % letters.length])
    .join('')
}
/** The Traccar Client takes the server from the address of a code, and the identifier from its query. */
export const codeOfPhone = (address: string, identifier: string): string =>
  `${address.replace(/\/+$/, '')}/?id=${encodeURIComponent(identifier)}`
/** The names in braces are OsmAnd's own placeholders. */
export const osmandAddress = (address: string, identifier: string): string =>
  `${codeOfPhone(address, identifier)}&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}`

export function PhoneSetUp({ identifier }: { readonly identifier: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(query(about, {}))
  const [entry, setEntry] = useState<string | null>(null)
  const address = entry ?? `http://${location.hostname}:${data?.tracker_port ?? ''}`
  if (data === undefined) return null
  return (
    <Stack gap="md">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {t('vehicles.phone.text')}
      </Text>
      <Group justify="center">
        <div style={{ width: 220, maxWidth: '100%' }}>
          <Qr text={codeOfPhone(address, identifier)} label={t('vehicles.phone.code')} />
        </div>
      </Group>
      <TextInput
        label={t('vehicles.phone.address')}
        value={address}
        onChange={event => setEntry(event.currentTarget.value.trim())}
        autoComplete="off"
        spellCheck={false}
      />
      <CopyLine label={t('vehicles.phone.identifier')} text={identifier} />
      <CopyLine label={t('vehicles.phone.osmand')} text={osmandAddress(address, identifier)} />
    </Stack>
  )
}

function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <CopyBlock name={label} text={text} />
    </Stack>
  )
}
