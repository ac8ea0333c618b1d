// The files of deploy/postgres accept the addresses, ports and directories of a test.
import { expect, test } from 'vitest'
import {
  etcdArguments,
  haproxyFile,
  type Machine,
  patroniEnvironment,
  patroniFile,
  pgbackrestFile,
} from './machine-settings.ts'

const machine = (n: number): Machine => ({
  name: `db-${n}`,
  address: `127.0.0.${10 + n}`,
  ports: { postgres: 5000 + n, rest: 6000 + n, etcd: 7000 + n, peer: 8000 + n },
  dir: `/scratch/db-${n}`,
  running: new Set(),
  pgbackrest: `/scratch/db-${n}/pgbackrest.conf`,
  url: `postgres://flotta@127.0.0.${10 + n}:${5000 + n}/flotta`,
})
const machines = [1, 2, 3].map(machine)
const passwords = { superuser: 's', replication: 'r', rewind: 'w', flotta: 'f' }
const linesOf = (text: string): readonly string[] => text.split('\n').map(line => line.trim())

test.each([
  'repo1-path=/scratch/repository',
  'repo1-cipher-pass=cipher',
  'spool-path=/scratch/spool',
  'lock-path=/scratch/lock',
  'pg1-path=/scratch/data',
  'pg1-port=5001',
  'pg1-socket-path=/scratch/sockets',
])('pgBackRest is set to %s', line => {
  const text = pgbackrestFile({
    repository: '/scratch/repository',
    cipher: 'cipher',
    spool: '/scratch/spool',
    lock: '/scratch/lock',
    data: '/scratch/data',
    sockets: '/scratch/sockets',
    port: 5001,
  })
  expect(linesOf(text)).toContain(line)
})

test('Patroni keeps the sockets in the directory of the test, and all addresses are loopback', () => {
  const text = patroniFile('/scratch/sockets')
  expect(linesOf(text)).toContain('unix_socket_directories: /scratch/sockets')
  expect(text).not.toContain('10.0.0.')
})

test('HAProxy leads to the three machines and asks Patroni of each who the leader is', () => {
  const lines = linesOf(haproxyFile(5999, machines))
  expect(lines).toContain('bind 127.0.0.1:5999')
  for (const { name, address, ports } of machines)
    expect(lines).toContain(`server ${name} ${address}:${ports.postgres} port ${ports.rest}`)
})

test('etcd listens on its own address and knows all three', () => {
  const [first] = machines as [Machine]
  expect(etcdArguments(first, machines)).toEqual([
    ...['--name', 'db-1', '--data-dir', '/scratch/db-1/etcd', '--log-level', 'warn'],
    ...['--listen-client-urls', 'http://127.0.0.11:7001'],
    ...['--advertise-client-urls', 'http://127.0.0.11:7001'],
    ...['--listen-peer-urls', 'http://127.0.0.11:8001'],
    ...['--initial-advertise-peer-urls', 'http://127.0.0.11:8001'],
    '--initial-cluster',
    'db-1=http://127.0.0.11:8001,db-2=http://127.0.0.12:8002,db-3=http://127.0.0.13:8003',
    ...['--initial-cluster-state', 'new'],
  ])
})

test('Patroni finds etcd on all three machines and PostgreSQL on its own', () => {
  const [first] = machines as [Machine]
  expect(patroniEnvironment(first, machines, passwords, '/usr/lib/pg')).toMatchObject({
    PATRONI_NAME: 'db-1',
    PATRONI_ETCD3_HOSTS: '127.0.0.11:7001,127.0.0.12:7002,127.0.0.13:7003',
    PATRONI_RESTAPI_LISTEN: '127.0.0.11:6001',
    PATRONI_POSTGRESQL_LISTEN: '127.0.0.11:5001',
    PATRONI_POSTGRESQL_DATA_DIR: '/scratch/db-1/data',
    PGBACKREST_CONFIG: '/scratch/db-1/pgbackrest.conf',
  })
})
