// The files of deploy/ agree with the product in settings, ports, commands and versions, and the programs that read them accept them.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TRACKER_PORT } from '@flotta/core/protocol.ts'
import { commands as backupCommands } from '@flotta/features/house/backups/cli.ts'
import { parseCommandLine } from '@flotta/platform/cli.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { settings } from '@flotta/platform/settings.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { devicePorts, protocols } from '@flotta/protocols/protocols.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { version } from '../../../package.json'
import { root } from './faults/bundle.ts'
import { readImage } from './faults/image.ts'

const run = promisify(execFile)
const contentOf = (file: string) => readFileSync(join(root, file), 'utf8')
const dir = mkdtempSync(join(tmpdir(), 'flotta-deploy-'))
afterAll(() => rmSync(dir, { recursive: true }))

const files = [
  'Containerfile',
  'compose.yaml',
  'compose.cluster.yaml',
  'docs/operate.md',
  ...readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter(e => e.isFile())
    .map(e => join(e.parentPath, e.name).slice(root.length + 1)),
]
const HEALTH = '9464'
const WEB = '8080'
const DEVICES = '5027'
/** The port that all protocols share. The files open it and Teltonika's own; an operator opens others. */
const ANY = '5000'
/** The content of a file of secrets. */
const SECRETS = {
  DATABASE_URL: 'postgres://flotta:secret@db1,db2/flotta',
  NATS_TOKEN: 'secret',
  FLOTTA_SECRETS_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  FLOTTA_REGISTER_KEY: 'MC4CAQAwBQYDK2VwBCIEIDc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3',
}

test.each(files)('%s names only settings that exist', file => {
  const settingNames = new Set([
    ...Object.keys(settings.shape),
    ...devicePorts.flatMap(p => [p.variable, p.variable.replace(/_PORT$/, '_TLS_PORT')]),
  ])
  const mentionedNames =
    contentOf(file).match(/\b(FLOTTA|NATS|SMTP|SMS)_[A-Z0-9_]+\b|\bDATABASE_URL\b/g) ?? []
  expect([...new Set(mentionedNames)].filter(name => !settingNames.has(name))).toEqual([])
})

test('they name the ports on which Flotta listens', () => {
  const image = readImage()
  expect(image.env.FLOTTA_METRICS_PORT).toBe(HEALTH)
  expect([
    String(readConfig({}).FLOTTA_HTTP_PORT),
    String(TRACKER_PORT.default),
    String(teltonika.port.default),
  ]).toEqual([WEB, ANY, DEVICES])
  expect(image.exposed).toEqual([WEB, ANY, `${ANY}/udp`, DEVICES, `${DEVICES}/udp`, HEALTH])
  const haproxy = contentOf('deploy/haproxy.cfg')
  expect([...haproxy.matchAll(/^ {4}bind :(\d+)/gm)].map(m => m[1])).toEqual([ANY, DEVICES, WEB])
  expect(
    [...haproxy.matchAll(/^ {4}server (gateway|api)-\d \S+:(\d+)/gm)].map(m => `${m[1]} ${m[2]}`),
  ).toEqual([`gateway ${ANY}`, `gateway ${ANY}`, `api ${WEB}`, `api ${WEB}`])
  expect([...haproxy.matchAll(/check port (\d+)/g)].map(m => m[1])).toEqual([HEALTH, HEALTH])
  for (const unit of ['flotta.service', 'flotta@.service'])
    expect(contentOf(`deploy/systemd/${unit}`)).toContain(`FLOTTA_METRICS_PORT=${HEALTH}`)
})

test('the manual names the port of every protocol, and how it is reached', () => {
  const rows = [
    ...contentOf('docs/operate.md').matchAll(/^\| [^|]+ \| (\d{4}) \| ([A-Z, ()]+) \|$/gm),
  ]
  const overs = protocols
    .filter(protocol => protocol.tcp ?? protocol.udp)
    .map(
      ({ port, tcp, udp }) =>
        `${port.default} ${[tcp && 'TCP', udp && 'UDP'].filter(Boolean).join(', ')}`,
    )
  expect(rows.map(([, port, over]) => `${port} ${over?.replace(' (HTTP)', '')}`).sort()).toEqual(
    overs.sort(),
  )
})

describe('compose', () => {
  type EnvironmentFile = { readonly path: string; readonly required: boolean }
  type Service = {
    image: string
    env_file?: EnvironmentFile[]
    volumes?: string[]
    environment?: Record<string, string>
    command?: string[]
    ports?: string[]
    read_only?: boolean
    cap_drop?: string[]
  }
  /** The services with the variables of the file .env filled in, as compose does it, also in nested defaults. */
  const services = (file: string, env: Readonly<Record<string, string>> = {}) => {
    let filled = JSON.stringify(parse(contentOf(file), { merge: true }))
    for (const inner of [/\$\{(\w+)(?::([-?])([^{}]*))?\}/g, /\$\{(\w+)(?::([-?])([^{}]*))?\}/g])
      filled = filled.replace(inner, (_, name: string, how: string, word: string) =>
        JSON.stringify(
          env[name] || (how === '-' ? word : (SECRETS[name as keyof typeof SECRETS] ?? 'secret')),
        ).slice(1, -1),
      )
    return JSON.parse(filled).services as Record<string, Service>
  }
  const ours = (file: string, env?: Readonly<Record<string, string>>) =>
    Object.entries(services(file, env)).filter(([, s]) => s.image.startsWith('flotta'))

  test.each(['compose.yaml', 'compose.cluster.yaml'])(
    '%s: each process of ours is of this version, may write nothing but its data, and its settings are accepted',
    file => {
      for (const [name, service] of ours(file)) {
        expect([name, service]).toMatchObject([
          name,
          { image: `flotta:${version}`, read_only: true, cap_drop: ['ALL'] },
        ])
        expect(() => readConfig({ ...readImage().env, ...service.environment })).not.toThrow()
      }
    },
  )

  /** Fixed inside a container: settings of the file .env change only the ports and volumes outside. */
  const INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'compose.yaml': {
      FLOTTA_HOST: '0.0.0.0',
      FLOTTA_DATA_DIR: '/var/lib/flotta',
      FLOTTA_METRICS_PORT: HEALTH,
      FLOTTA_HTTP_PORT: WEB,
      FLOTTA_TRACKER_PORT: ANY,
      FLOTTA_TELTONIKA_PORT: DEVICES,
    },
    'compose.cluster.yaml': {
      FLOTTA_HOST: '0.0.0.0',
      FLOTTA_DATA_DIR: '/var/lib/flotta',
      FLOTTA_METRICS_PORT: HEALTH,
      FLOTTA_HTTP_PORT: WEB,
      FLOTTA_TRACKER_PORT: ANY,
      FLOTTA_TELTONIKA_PORT: DEVICES,
      DATABASE_URL: 'postgres://flotta:letters@postgres:5432/flotta',
      NATS_URL: 'nats://nats:4222',
      FLOTTA_TRUSTED_PROXIES: '172.28.5.0/24',
      FLOTTA_GATEWAY_PROXIES: '172.28.5.0/24',
      FLOTTA_MIGRATE: '0',
    },
  }
  /** These differ between processes. */
  const OWN = ['FLOTTA_ROLES', 'FLOTTA_INSTANCE']

  test.each(Object.keys(INSIDE))(
    '%s: every setting of the file .env arrives, and new ones too',
    file => {
      const all = [
        ...Object.keys(settings.shape),
        ...devicePorts.map(p => p.variable),
        'FLOTTA_A_LATER_SETTING',
      ]
      const env = Object.fromEntries(all.map(name => [name, `as ${name} is set`]))
      for (const [name, service] of ours(file, { ...env, POSTGRES_PASSWORD: 'letters' })) {
        expect(service.env_file).toEqual([{ path: '.env', required: false }])
        // In compose, `environment` takes precedence over the files, and both take precedence over the image.
        const arrived = { ...readImage().env, ...env, ...service.environment }
        const others = Object.keys(env).filter(
          key =>
            !(key in (INSIDE[file] ?? {})) &&
            !(file === 'compose.cluster.yaml' && OWN.includes(key)),
        )
        expect([name, Object.fromEntries(others.map(key => [key, arrived[key]]))]).toEqual([
          name,
          Object.fromEntries(others.map(key => [key, env[key]])),
        ])
        expect([name, arrived]).toMatchObject([name, INSIDE[file] ?? {}])
      }
    },
  )

  test('ports, maps, certificates and backups follow the file .env', () => {
    const [usual] = ours('compose.yaml')
    expect(usual?.[1]).toMatchObject({
      ports: ['8080:8080', '5000:5000', '5000:5000/udp', '5027:5027', '5027:5027/udp'],
      volumes: [
        'data:/var/lib/flotta',
        'backup:/backup',
        './maps:/srv/maps:ro',
        './certificates:/srv/certificates:ro',
      ],
      environment: { FLOTTA_PUBLIC_URL: 'http://localhost:8080' },
    })
    const [other] = ours('compose.yaml', {
      FLOTTA_HTTP_PORT: '80',
      FLOTTA_TRACKER_PORT: '6000',
      FLOTTA_TELTONIKA_PORT: '6027',
      MAPS: '/mnt/maps',
      CERTIFICATES: '/etc/ssl/fleet',
      BACKUPS: '/mnt/backup',
    })
    expect(other?.[1]).toMatchObject({
      ports: ['80:8080', '6000:5000', '6000:5000/udp', '6027:5027', '6027:5027/udp'],
      volumes: [
        'data:/var/lib/flotta',
        '/mnt/backup:/backup',
        '/mnt/maps:/srv/maps:ro',
        '/etc/ssl/fleet:/srv/certificates:ro',
      ],
      environment: { FLOTTA_PUBLIC_URL: 'http://localhost:80' },
    })
  })

  test('the cluster has two processes of each role under the names that HAProxy uses', () => {
    const processes = ours('compose.cluster.yaml').filter(([, s]) => s.command === undefined)
    expect(processes.map(([, s]) => s.environment?.FLOTTA_ROLES).sort()).toEqual([
      'api',
      'api',
      'gateway',
      'gateway',
      'worker',
      'worker',
    ])
    expect(processes.map(([name, s]) => s.environment?.FLOTTA_INSTANCE === name)).not.toContain(
      false,
    )
    const sought = [...contentOf('deploy/haproxy.cfg').matchAll(/^ {4}server (\S+) (\S+):/gm)].map(
      m => m[2],
    )
    expect(processes.map(([name]) => name).filter(name => !name.startsWith('worker'))).toEqual(
      sought,
    )
    expect(services('compose.cluster.yaml').migrate?.command).toEqual(['flotta', 'migrate'])
  })
})

describe('the Helm chart', () => {
  const helm = findTool('helm')
  test('has the version of the product', () => {
    expect(parse(contentOf('deploy/helm/flotta/Chart.yaml'))).toMatchObject({
      version,
      appVersion: version,
    })
  })

  const rendered = async (...set: string[]) => {
    const { stdout } = await run(helm as string, [
      'template',
      'fleet',
      join(root, 'deploy/helm/flotta'),
      ...set.flatMap(s => ['--set', s]),
    ])
    return parseAllDocuments(stdout).flatMap(d => d.toJSON() ?? [])
  }
  test.skipIf(!helm)('is accepted by helm, which refuses values that would not work', async () => {
    const chart = join(root, 'deploy/helm/flotta')
    await run(helm as string, ['lint', '--strict', chart])
    for (const wrong of [
      'gateway.replicas=0',
      'ingress.enabled=true',
      'settings.DATABASE_URL=postgres://x',
      'publicUrl=fleet',
      'unheard=1',
    ])
      await expect(run(helm as string, ['lint', chart, '--set', wrong])).rejects.toMatchObject({
        code: 1,
      })
  })
  test.skipIf(!helm)(
    'makes processes whose settings are accepted, which may write nothing but their data, and tells the health port',
    async () => {
      const documents = await rendered(
        'trustedProxies={10.0.0.0/8}',
        'gateway.proxies={10.1.0.0/16,10.2.0.9}',
        'ingress.enabled=true',
        'ingress.host=fleet.example',
      )
      const pods = documents.filter(d => d.spec?.template)
      expect(pods.map(d => d.kind).sort()).toEqual([
        'Deployment',
        'Deployment',
        'Job',
        'StatefulSet',
      ])
      for (const { kind, spec } of pods) {
        const [container] = spec.template.spec.containers
        const env = Object.fromEntries(
          (container.env ?? []).map((e: { name: string; value?: string }) => [
            e.name,
            e.value ?? 'fleet-flotta-0',
          ]),
        )
        expect(() => readConfig({ ...readImage().env, ...SECRETS, ...env })).not.toThrow()
        expect(spec.template.spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: Number(readImage().user.split(':')[0]),
        })
        expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
        if (kind === 'Job') continue
        expect(container.ports).toContainEqual({ name: 'health', containerPort: Number(HEALTH) })
        expect([container.livenessProbe.httpGet, container.readinessProbe.httpGet]).toEqual([
          { path: '/healthz', port: 'health' },
          { path: '/readyz', port: 'health' },
        ])
      }
      const [trackers] = (await rendered('gateway.service.morePorts={5023}')).filter(
        d => d.kind === 'Service' && d.spec.ports.some((p: { port: number }) => p.port === 5023),
      )
      expect(trackers.spec.ports.filter((p: { port: number }) => p.port === 5023)).toEqual([
        { name: 'trackers-5023', port: 5023, targetPort: 'trackers' },
        { name: 'trackers-5023-udp', port: 5023, targetPort: 'trackers-udp', protocol: 'UDP' },
      ])
      expect(
        documents
          .filter(d => /Policy|Budget/.test(d.kind))
          .map(d => d.spec.selector ?? d.spec.podSelector),
      ).toHaveLength(6)
    },
  )
})

test('the nightly timers call a backup command that the command line accepts, for one machine and for containers', () => {
  for (const name of ['flotta-backup', 'flotta-compose-backup']) {
    expect(contentOf(`deploy/systemd/${name}.timer`)).toMatch(
      /^OnCalendar=\*-\*-\* 02:30\n(.*\n)*Persistent=true$/m,
    )
    const unit = contentOf(`deploy/systemd/${name}.service`)
    const set = Object.fromEntries(
      [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(m => [m[1], m[2]]),
    )
    const words = (/^ExecStart=.*?\bflotta (backup .*)$/m.exec(unit)?.[1] ?? '')
      .replace(/\$\{(\w+)\}/g, (_, variable: string) => set[variable] ?? '')
      .split(' ')
    const parsed = parseCommandLine(words, backupCommands)
    expect(parsed).toMatchObject({
      kind: 'run',
      command: { noun: 'backup', verb: 'create' },
      args: { keep: 14, file: expect.stringMatching(/^\/(var\/backups\/flotta|backup)$/) },
    })
  }
  expect(contentOf('compose.yaml')).toContain(':/backup')
})

test('the workflow of the forge runs commands that the repository has', () => {
  const { jobs } = parse(contentOf('.github/workflows/ci.yml')) as {
    jobs: {
      test: {
        steps: { run?: string }[]
        strategy: { matrix: { node: string[] } }
        container: { image: string }
      }
    }
  }
  expect(jobs.test.steps.flatMap(step => step.run ?? [])).toEqual(['.ci/run'])
  expect(jobs.test.strategy.matrix.node).toContain('20.19')
  expect(jobs.test.container.image).toMatch(/^node:.*-bookworm$/)
  for (const name of readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter(
    file => file !== 'config.yml',
  ))
    expect([name, parse(contentOf(`.github/ISSUE_TEMPLATE/${name}`))]).toMatchObject([
      name,
      { name: expect.any(String), description: expect.any(String), body: expect.any(Array) },
    ])
})

test('every override in package.json has its reason in the decision record, and no other is listed there', () => {
  const { overrides } = JSON.parse(contentOf('package.json')) as {
    overrides: Record<string, string>
  }
  const explained = contentOf('docs/adr/0003-dependencies.md').split('## Overrides')[1] ?? ''
  const rows = [...explained.matchAll(/^\| (\S+?),? .*?\| ([\d.]+) \|/gm)].map(
    ([, name = '', held = '']) => [name, held],
  )
  expect(Object.fromEntries(rows)).toEqual(overrides)
})

const haproxy = findTool('haproxy')
test.skipIf(!haproxy)('HAProxy accepts its file', async () => {
  // It warns only about machines that do not exist here.
  const { stderr } = await run(haproxy as string, ['-c', '-f', join(root, 'deploy/haproxy.cfg')])
  expect(
    stderr
      .split('\n')
      .filter(line => line.startsWith('[') && !/NOTICE|could not resolve address/.test(line)),
  ).toEqual([])
})

const systemd = findTool('systemd-analyze')
const units = readdirSync(join(root, 'deploy/systemd'))
test.skipIf(!systemd)('systemd accepts its units', async () => {
  for (const unit of units) {
    // The programs that the units start are not installed here.
    writeFileSync(
      join(dir, unit),
      contentOf(`deploy/systemd/${unit}`).replace(
        /\/opt\/flotta\/bin\/flotta|\/usr\/bin\/docker/,
        '/bin/sh',
      ),
    )
  }
  const { stdout, stderr } = await run(systemd as string, [
    'verify',
    '--man=no',
    ...units.map(unit => join(dir, unit.replace('@.', '@one.'))),
  ])
  expect(`${stdout}${stderr}`.split('\n').filter(line => line.includes('flotta'))).toEqual([])
})
