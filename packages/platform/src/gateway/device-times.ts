// The times of records from clocks that are set to local time, corrected by the setting of their device.
import { momentOfClock } from '@flotta/core/local-time.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import { MINUTE } from '@flotta/core/time.ts'

/**
 * @param offsetMinutes minutes by which the decoder assumed the clock to be ahead of UTC
 * @param zone the time zone of the device's clock; null: its factory setting
 */
export function withDeviceTimes(
  messages: readonly FrameMessage[],
  offsetMinutes: number,
  zone: string | null | undefined,
): readonly FrameMessage[] {
  if (zone === null || zone === undefined || !messages.some(m => m.local)) return messages
  return messages.map(({ local, ...message }) =>
    local ? { ...message, at: momentOfClock(message.at + offsetMinutes * MINUTE, zone) } : message,
  )
}
