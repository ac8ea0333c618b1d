// Ports for a server that runs beside others, by the variables that set them.
import { freePort } from '@flotta/platform/postgres.ts'
import { devicePorts } from '@flotta/protocols/protocols.ts'

/** A free one for each protocol. */
export async function freeDevicePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const { variable } of devicePorts) ports[variable] = String(await freePort())
  return ports
}

/** Any free port for each protocol, which the server prints. */
export const anyDevicePorts: Readonly<Record<string, string>> = Object.fromEntries(
  devicePorts.map(({ variable }) => [variable, '0']),
)
