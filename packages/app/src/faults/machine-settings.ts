// The settings of the database machines: the files of deploy/postgres, with the addresses, ports and directories of a test.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.ts'

export interface Member {
  readonly name: string
  readonly url: string
  /** Its pgBackRest configuration. */
  readonly pgbackrest: string
}
export interface Machine extends Member {
  readonly address: string
  readonly ports: {
    readonly postgres: number
    readonly rest: number
    readonly etcd: number
    readonly peer: number
  }
  readonly dir: string
  readonly running: Set<ChildProcess>
}
export interface Passwords {
  readonly superuser: string
  readonly replication: string
  readonly rewind: string
  readonly flotta: string
}

const shippedFile = (name: string) => readFileSync(join(root, 'deploy/postgres', name), 'utf8')
const loopback = (text: string) => text.replaceAll('10.0.0.', '127.0.0.')

export const pgbackrestFile = (paths: {
  readonly repository: string
  readonly cipher: string
  readonly spool: string
  readonly lock: string
  readonly data: string
  readonly sockets: string
  readonly port: number
}): string =>
  shippedFile('pgbackrest.conf')
    .replace(/^repo1-path=.*/m, `repo1-path=${paths.repository}`)
    .replace(/^repo1-cipher-pass=.*/m, `repo1-cipher-pass=${paths.cipher}`)
    .replace(/^spool-path=.*/m, `spool-path=${paths.spool}\nlock-path=${paths.lock}`)
    .replace(/^pg1-path=.*/m, `pg1-path=${paths.data}`)
    .replace(/^pg1-port=.*/m, `pg1-port=${paths.port}\npg1-socket-path=${paths.sockets}`)

/** Debian's default directory of sockets belongs to another account. */
export const patroniFile = (sockets: string): string =>
  loopback(shippedFile('patroni.yml')).replace(
    /^( *)parameters:\n/m,
    `$&$1  unix_socket_directories: ${sockets}\n`,
  )

/** HAProxy for the machines, on a port of its own. */
export const haproxyFile = (port: number, machines: readonly Machine[]): string =>
  loopback(shippedFile('haproxy.cfg'))
    .replace('bind :5000', `bind 127.0.0.1:${port}`)
    .replace(' check port 8008', ' check')
    .replace(/^( +)server (\S+) \S+/gm, (_, indent: string, name: string) => {
      const m = machines.find(each => each.name === name) as Machine
      return `${indent}server ${name} ${m.address}:${m.ports.postgres} port ${m.ports.rest}`
    })

export function etcdArguments(
  { name, dir, address, ports }: Machine,
  machines: readonly Machine[],
): readonly string[] {
  const clients = `http://${address}:${ports.etcd}`
  const peers = `http://${address}:${ports.peer}`
  const cluster = machines.map(m => `${m.name}=http://${m.address}:${m.ports.peer}`).join(',')
  return [
    ...['--name', name, '--data-dir', join(dir, 'etcd'), '--log-level', 'warn'],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    ...['--initial-cluster', cluster, '--initial-cluster-state', 'new'],
  ]
}

/** The environment of Patroni, as in /etc/patroni_env.conf. @param programs directory of PostgreSQL's programs */
export const patroniEnvironment = (
  { name, address, ports, dir, pgbackrest }: Machine,
  machines: readonly Machine[],
  passwords: Passwords,
  programs: string,
) => ({
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOSTS: machines.map(m => `${m.address}:${m.ports.etcd}`).join(','),
  PATRONI_RESTAPI_LISTEN: `${address}:${ports.rest}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${ports.rest}`,
  PATRONI_POSTGRESQL_LISTEN: `${address}:${ports.postgres}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${ports.postgres}`,
  PATRONI_POSTGRESQL_DATA_DIR: join(dir, 'data'),
  PATRONI_POSTGRESQL_BIN_DIR: programs,
  PATRONI_POSTGRESQL_PGPASS: join(dir, 'pgpass'),
  PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
  PATRONI_REPLICATION_PASSWORD: passwords.replication,
  PATRONI_REWIND_PASSWORD: passwords.rewind,
  PGBACKREST_CONFIG: pgbackrest,
})
