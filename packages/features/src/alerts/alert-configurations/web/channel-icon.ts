// The icon of a channel.
import { type Icon, IconMail, IconMessage, IconMessages } from '@tabler/icons-react'
import { CHAT, SMS } from './useConfigurations.ts'

export const channelIcon = (alert_channel_id: number): Icon =>
  alert_channel_id === CHAT ? IconMessages : alert_channel_id === SMS ? IconMessage : IconMail
