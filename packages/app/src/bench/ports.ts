// Free ports for a server beside others, by the variables that set them.
import { freePort } from '@flotta/platform/postgres.ts'
import { protocols } from '@flotta/protocols/protocols.ts'

/** One for each protocol. */
export async function freeDevicePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const { port } of protocols) ports[port.variable] = String(await freePort())
  return ports
}
