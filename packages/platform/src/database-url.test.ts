import { expect, test } from 'vitest'
import { databaseServers } from './database-url.ts'

test.each<[string, string, readonly string[]]>([
  [
    'one server keeps its address',
    'postgres://u:p%40x@db:5432/flotta?sslmode=require',
    ['postgres://u:p%40x@db:5432/flotta?sslmode=require'],
  ],
  [
    'a socket keeps its address',
    'postgres:///flotta?host=/var/run/postgresql',
    ['postgres:///flotta?host=/var/run/postgresql'],
  ],
  [
    'several are each an address of their own',
    'postgres://u:p@a:5432,b:5433/flotta?target_session_attrs=read-write',
    ['postgres://u:p@a:5432/flotta', 'postgres://u:p@b:5433/flotta'],
  ],
  [
    'parameters are repeated for each server',
    'postgresql://u@a,b/f?sslmode=require&target_session_attrs=primary',
    ['postgresql://u@a/f?sslmode=require', 'postgresql://u@b/f?sslmode=require'],
  ],
  [
    'addresses of either kind',
    'postgres://u@[::1]:5432,10.0.0.2/f',
    ['postgres://u@[::1]:5432/f', 'postgres://u@10.0.0.2/f'],
  ],
  [
    'one server of which a primary is wanted',
    'postgres://u@a/f?target_session_attrs=read-write',
    ['postgres://u@a/f'],
  ],
])('%s', (_, url, servers) => {
  expect(databaseServers(url)).toEqual(servers)
})

test.each([
  ['postgres://u:geheim@a,b/f?target_session_attrs=standby', /must be read-write or primary/],
  ['postgres://u:geheim@a,,b/f', /must name a host/],
  ['postgres://u:geheim@a,:5432/f', /must name a host/],
  ['postgres://u:geheim@a,a/f', /each host once/],
])('%s is refused without repeating its password', (url, why) => {
  expect(() => databaseServers(url)).toThrow(why)
  expect(() => databaseServers(url)).not.toThrow('geheim')
})
