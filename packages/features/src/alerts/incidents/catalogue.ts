// The catalogue of alerts, read from the `alerts.ts` of every folder.
import type { Alert, Alerts } from '@flotta/core/alerts.ts'

interface AlertsFile {
  readonly alerts: Alerts
}
const files: Readonly<Record<string, AlertsFile>> = {
  ...import.meta.glob<AlertsFile>('../../[a-z]*/[a-z]*/alerts.ts', { eager: true }),
}

/** An alert with its code and the folder that owns it. */
export interface OwnedAlert extends Alert {
  readonly code: string
  readonly owner: string
}
const ownerOf = (path: string): string => path.split('/').at(-2) ?? ''

/** All alerts, by id. */
export const alertDefinitions: readonly OwnedAlert[] = Object.entries(files)
  .flatMap(([path, { alerts }]) =>
    Object.entries(alerts).map(([code, alert]) => ({ ...alert, code, owner: ownerOf(path) })),
  )
  .sort((a, b) => a.id - b.id)

const byId = new Map(alertDefinitions.map(d => [d.id, d]))
const byCode = new Set(alertDefinitions.map(d => d.code))
if (byId.size !== alertDefinitions.length || byCode.size !== alertDefinitions.length)
  throw new Error('two alerts share an id or a code')

export const alertDefinition = (id: number): OwnedAlert | undefined => byId.get(id)

/** Keys of the alert's texts, under its owner's prefix. */
export const alertWords = ({ owner, code }: Pick<OwnedAlert, 'owner' | 'code'>) => ({
  name: `${owner}.alerts.${code}.name`,
  description: `${owner}.alerts.${code}.description`,
})

/** Key of the sentence about an incident whose data name a kind. */
export const kindWords = (
  { owner, code }: Pick<OwnedAlert, 'owner' | 'code'>,
  kind: string,
): string => `${owner}.${code}.${kind}`
