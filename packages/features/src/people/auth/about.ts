// What this installation tells everybody before a sign-in: its name and its features.
import { endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'

/**
 * `demo`: the sign-in of the demonstration company and the e-mail of its printing user, only while there is one and nobody but this machine can reach the
 * server. `satellite`: satellite images are configured. `map.style`: the server has streets to draw; `map.public_style`: addresses of the styles of the
 * public service that the operator turned on instead, which browsers load themselves; `map.max_zoom`: the deepest useful zoom. `places`: what the search of
 * places finds, towns alone (the embedded geocoder) or addresses. `tracker_port`: where trackers of all protocols and phones report to, as far as this
 * process knows. `contact`: whom people write to about contracts.
 */
export const About = z.object({
  name: z.string(),
  version: z.string(),
  demo: z.object({ email: z.string(), password: z.string(), printing: z.string() }).nullable(),
  satellite: z.boolean(),
  map: z.object({
    max_zoom: z.number(),
    style: z.boolean(),
    public_style: z.object({ light: z.string(), dark: z.string() }).nullable(),
  }),
  places: z.enum(['towns', 'addresses']),
  tracker_port: z.int(),
  contact: z.string(),
})
export type About = z.infer<typeof About>

export const about = endpoint({
  method: 'GET',
  path: '/about',
  summary: 'Name, version and abilities of this installation',
  allow: 'anyone',
  scope: 'none',
  reply: About,
})
