// Decodes a request of an application: the device and its records.
import type { DecodedFrame, FrameMessage, Reception } from '@flotta/core/protocol.ts'
import { isObject, RequestFault, recordOfJson, recordOfQuery } from './records.ts'
import { type HttpRequest, readRequest, response } from './request.ts'

const NAME = /^[!-~]{1,64}$/
/** Largest number of records in one request. */
const MOST_RECORDS = 1_000

interface Batch {
  readonly device_id: string | null
  readonly messages: readonly FrameMessage[]
}

/** Decodes one request, or the empty lines before it, as `frame()` cut it. */
export function decode(frame: Uint8Array, { at }: Reception): DecodedFrame {
  if (frame.every(byte => byte === 0x0d || byte === 0x0a)) return { kind: 'ping' }
  const request = readRequest(frame)
  if (request === null) return fault(413, 'a request with a plain Content-Length is needed', true)
  try {
    const { device_id: requestName, messages } = batchOf(request, at)
    const device_id = requestName ?? nameOfAuthorization(request.headers.get('authorization') ?? '')
    if (device_id === null) return fault(400, 'id is missing', request.closes)
    if (!NAME.test(device_id)) return fault(400, 'id is no name of a device', request.closes)
    return {
      kind: 'messages',
      device_id,
      messages,
      ack: response(200, '', request.closes),
      refuse: response(404, 'this device is not known', true),
      ...(request.closes && { close: true as const }),
    }
  } catch (error) {
    if (error instanceof RequestFault) return fault(400, error.message, request.closes)
    throw error
  }
}

const fault = (status: number, reason: string, closes: boolean): DecodedFrame => ({
  kind: 'refused',
  reason,
  ack: response(status, reason, closes),
  stranger: true,
  ...(closes && { close: true as const }),
})

/** The records of a request: from JSON, a form, or the query of its address. */
function batchOf({ target, headers, body }: HttpRequest, at: number): Batch {
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  const text = new TextDecoder().decode(body)
  if (body.length > 0 && (type.includes('json') || /^\s*[[{]/.test(text)))
    return batchOfJson(text, queryOf(target), at)
  const query = queryOf(target)
  for (const [name, value] of new URLSearchParams(text)) query.append(name, value)
  return { device_id: nameOf(query), messages: [recordOfQuery(query, at)] }
}
const queryOf = (target: string): URLSearchParams =>
  new URLSearchParams(target.includes('?') ? target.slice(target.indexOf('?') + 1) : '')
const nameOf = (query: URLSearchParams): string | null =>
  query.get('id') ?? query.get('deviceid') ?? query.get('device_id')

/** One document, or a list of documents; each has one location or a list, all of one device. */
function batchOfJson(text: string, query: URLSearchParams, at: number): Batch {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new RequestFault('the body is no JSON')
  }
  const names = new Set<string>()
  const messages: FrameMessage[] = []
  for (const document of Array.isArray(json) ? json : [json]) {
    if (!isObject(document)) throw new RequestFault('the body holds no locations')
    if (document.device_id !== undefined) names.add(String(document.device_id))
    const { location } = document
    for (const part of Array.isArray(location) ? location : [location]) {
      if (!isObject(part)) throw new RequestFault('location is missing')
      if (messages.push(recordOfJson(part, at)) > MOST_RECORDS)
        throw new RequestFault(`more than ${MOST_RECORDS} locations`)
    }
  }
  if (names.size > 1) throw new RequestFault('locations of several devices')
  const [name] = names
  return { device_id: name ?? nameOf(query), messages }
}

/** The user name of basic authentication, or a bearer token. */
function nameOfAuthorization(header: string): string | null {
  const [, scheme = '', value = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header) ?? []
  if (value === '') return null
  if (scheme.toLowerCase() === 'bearer') return value
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null
}
