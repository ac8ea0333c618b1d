// How a tracker is pointed at this server: by texts to its SIM before it connects, by requests and its own parameters while it is connected, or by the code for a phone.
import { query } from '@flotta/ui/api.ts'
import { CopyBlock } from '@flotta/ui/CopyBlock.tsx'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PhoneSetUp, phoneProtocol } from '../../../fleet/vehicles/web/PhoneSetUp.tsx'
import { setUp } from '../contract.ts'
import { Parameters } from './Parameters.tsx'
import { Requests } from './Requests.tsx'

export interface ConfiguredDevice {
  readonly id: number
  readonly identifier: string
  readonly protocol: string
}

export function SetUp({
  device: { id, identifier, protocol },
  onClose,
}: {
  readonly device: ConfiguredDevice
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(setUp, { params: { id } }))
  return (
    <Dialog onClose={onClose} size="lg" title={t('area.set_up_title', { identifier })}>
      {protocol === phoneProtocol ? (
        <PhoneSetUp identifier={identifier} />
      ) : data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      ) : (
        <Stack gap="lg">
          <Messages templates={data.sms} port={data.port} />
          {(data.position || data.intervals.length > 0) && (
            <Requests id={id} hasPosition={data.position} intervals={data.intervals} />
          )}
          {data.parameters && <Parameters id={id} />}
        </Stack>
      )}
    </Dialog>
  )
}

const fields = ['host', 'port', 'apn', 'login', 'password'] as const
type Field = (typeof fields)[number]
const labelKey = {
  apn: 'area.apn',
  host: 'area.server',
  port: 'area.port',
  login: 'area.sms_login',
  password: 'area.sms_password',
} as const
/** The text with its values; a required field that is empty stays visible as a placeholder. */
const messageText = (template: string, values: Readonly<Record<Field, string>>): string =>
  template.replace(/\{(\w+)\}/g, (mark, name: Field) =>
    name === 'login' || name === 'password' ? values[name] : values[name] || mark,
  )

function Messages({
  templates,
  port,
}: {
  readonly templates: readonly string[]
  readonly port: number
}) {
  const { t } = useTranslation()
  const [values, setValues] = useState({
    apn: '',
    host: location.hostname,
    port: String(port),
    login: '',
    password: '',
  })
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t('area.by_sms')}
      </Title>
      {templates.length === 0 ? (
        <Text size="sm">{t('area.no_sms', { host: values.host, port: values.port })}</Text>
      ) : (
        <>
          <Text size="sm">{t('area.by_sms_text')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {fields
              .filter(field => templates.some(template => template.includes(`{${field}}`)))
              .map(field => (
                <TextInput
                  key={field}
                  // a line of its own, so that the fields below it form pairs
                  style={field === 'apn' ? { gridColumn: '1 / -1' } : undefined}
                  label={t(labelKey[field])}
                  value={values[field]}
                  onChange={event =>
                    setValues({ ...values, [field]: event.currentTarget.value.trim() })
                  }
                  autoComplete="off"
                  spellCheck={false}
                />
              ))}
          </SimpleGrid>
          {templates.map((template, i) => (
            <CopyBlock
              key={template}
              name={t('area.sms_number', { number: i + 1 })}
              text={messageText(template, values)}
            />
          ))}
        </>
      )}
    </Stack>
  )
}
