// Cursors of the feed: the reader's place, signed, for one company and feed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { z } from 'zod'
import { CURSOR_DAYS } from './contract.ts'

/** The next entry in the order of commit, and how many of its rows were already delivered. */
export interface Spot {
  readonly place: number
  readonly skip: number
}
interface Reader {
  readonly key: Uint8Array
  readonly feed: string
  readonly customer_id: number
}

const Content = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)])
const signatureOf = ({ key, feed, customer_id }: Reader, content: string): Buffer =>
  createHmac('sha256', key).update(`${feed} ${customer_id} ${content}`).digest().subarray(0, 16)

export function cursorOf(reader: Reader, { place, skip }: Spot, now: number): string {
  const content = Buffer.from(JSON.stringify([place, skip, now])).toString('base64url')
  return `${content}.${signatureOf(reader, content).toString('base64url')}`
}

/** The place of a cursor. Throws `invalid` for a forged cursor, for one of another company or feed, and for one older than a week. */
export function spotOf(reader: Reader, cursor: string, now: number): Spot {
  const [content = '', signature = ''] = cursor.split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(reader, content)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw invalid({ cursor: 'feed.no_cursor' })
  const [place, skip, at] = Content.parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  if (now - at > CURSOR_DAYS * DAY) throw invalid({ cursor: 'feed.old_cursor' })
  return { place, skip }
}
