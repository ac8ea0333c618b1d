// The number of a tracker: typed, pasted, or read from its label by the camera.
import {
  ActionIcon,
  Button,
  Group,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Camera } from '../../../reports/printing/web/Camera.tsx'
import { labelNumber } from '../label.ts'

export interface TrackerNumberProps extends TextInputProps {
  readonly onNumber: (number: string) => void
  /** Without it the number can only be typed. */
  readonly mayScan?: boolean
}
export function TrackerNumber({ onNumber, mayScan = true, ...field }: TrackerNumberProps) {
  const { t } = useTranslation()
  const [isScanning, setScanning] = useState(false)
  const scanLabel = t(isScanning ? 'vehicles.scan.off' : 'vehicles.scan.on')
  return (
    <Stack gap="xs">
      <TextInput
        {...field}
        autoComplete="off"
        inputMode="text"
        spellCheck={false}
        rightSectionWidth={44}
        rightSection={
          mayScan && (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={scanLabel}
              title={scanLabel}
              aria-expanded={isScanning}
              onClick={() => setScanning(!isScanning)}
            >
              <IconScan size={20} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {mayScan && isScanning && (
        <LabelScan
          onNumber={number => {
            setScanning(false)
            onNumber(number)
          }}
        />
      )}
    </Stack>
  )
}

/** Scans a label. An IMEI is accepted at once; for any other code the person confirms that it is the number. */
function LabelScan({ onNumber }: { readonly onNumber: (number: string) => void }) {
  const { t } = useTranslation()
  const [candidate, setCandidate] = useState<string | null>(null)
  return (
    <Stack gap="xs">
      <Camera
        wordsOf={state => t(`vehicles.scan.${state}`)}
        onRead={code => {
          const label = labelNumber(code)
          if (label?.isCertain === true) onNumber(label.number)
          else if (label !== null) setCandidate(label.number)
        }}
      />
      {candidate !== null && (
        <Group gap="sm" justify="space-between" wrap="nowrap" role="status">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('vehicles.scan.candidate', { number: candidate })}
          </Text>
          <Button variant="default" onClick={() => onNumber(candidate)}>
            {t('vehicles.scan.take')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
