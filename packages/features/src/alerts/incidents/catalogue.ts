// The catalogue of alerts: every owner's alerts.ts is found here by its folder.
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

/** All of them, by id. */
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

/** Keys of its texts, in its owner's words. */
export const alertWords = ({ owner, code }: Pick<OwnedAlert, 'owner' | 'code'>) => ({
  name: `${owner}.alerts.${code}.name`,
  description: `${owner}.alerts.${code}.description`,
})

/** Key of the text of what an incident of it says of itself, where its data name a kind. */
export const kindWords = (
  { owner, code }: Pick<OwnedAlert, 'owner' | 'code'>,
  kind: string,
): string => `${owner}.${code}.${kind}`
