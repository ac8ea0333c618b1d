// GT06, the protocol of Concox and of many other makers, over TCP.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { gt06 as generic } from './profiles/gt06.ts'

const gt06: Protocol = {
  name: 'gt06',
  port: { variable: 'FLOTTA_GT06_PORT', default: 5023 },
  tcp: { frame, decode, encode, begins },
  local_time: 0,
  profiles: [generic],
  set_up: [
    '`APN,{apn}#`',
    '`SERVER,1,{host},{port},0#`',
    '`GMT,E,0,0#` sets the clock to UTC',
    '`TIMER,30,300#` reports every 30 s while driving, every 5 min else',
  ],
}
export default gt06
