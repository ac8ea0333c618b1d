// Every setting of the environment: its name, its allowed values, and its text in the README.
import { FALLBACK_LANGUAGE, Language } from '@flotta/core/languages.ts'
import { z } from 'zod'
import {
  address,
  count,
  database,
  flag,
  list,
  mapStyle,
  natsServers,
  origin,
  port,
  proxy,
  ROLES,
  signingKey,
  topicTemplate,
  word,
} from './setting-values.ts'

/** Name → what is allowed. The README prints the text in `describe`. */
export const settings = z.object({
  FLOTTA_HTTP_PORT: port.default(8080).describe('web and API'),
  FLOTTA_HOST: z.string().min(1).default('127.0.0.1').describe('address that every listener binds'),
  FLOTTA_GATEWAY_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('address of the device listeners alone (default: FLOTTA_HOST)'),
  FLOTTA_DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('embedded database, report files, outbox'),
  DATABASE_URL: database
    .optional()
    .describe(
      'external PostgreSQL, 15 or newer; several servers with commas between their hosts: the one that takes writes is found (default: embedded)',
    ),
  NATS_URL: natsServers
    .optional()
    .describe(
      'NATS that joins several processes; the servers of a NATS cluster with commas between (default: none, the bus of one process)',
    ),
  NATS_TOKEN: z.string().min(1).optional().describe('its token'),
  NATS_USER: z.string().min(1).optional().describe('account there, with NATS_PASSWORD'),
  NATS_PASSWORD: z.string().min(1).optional().describe('its password'),
  NATS_CA: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificates that vouch for its servers (default: the system’s)'),
  NATS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificate that this process shows there, with NATS_KEY'),
  NATS_KEY: z.string().min(1).optional().describe('file of its private key'),
  FLOTTA_CLUSTER: word
    .default('flotta')
    .describe('name of the installation: several may share one NATS'),
  FLOTTA_INSTANCE: word
    .optional()
    .describe(
      'name of this process, its own among all of the installation (default: host and process id)',
    ),
  FLOTTA_ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .default([...ROLES])
    .describe('which parts this process runs: api, gateway, worker; each alone with NATS_URL'),
  FLOTTA_PUBLIC_URL: address('http', 'https')
    .optional()
    .describe('every link in mails and reports (default: http://localhost:<http port>)'),
  FLOTTA_LANGUAGE: Language.default(FALLBACK_LANGUAGE).describe(
    'language of whoever asks for none of ours, and of new users and schedules: it, en, es, de',
  ),
  FLOTTA_TIMEZONE: z
    .string()
    .refine(
      zone => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
      'must be a time zone (Europe/Rome)',
    )
    .default('Europe/Rome')
    .describe('time zone of new companies, by which their days, reports and mails go'),
  SMTP_URL: address('smtp', 'smtps')
    .optional()
    .describe('mail server (default: mails are kept in the outbox)'),
  FLOTTA_MAIL_FROM: z
    .string()
    .min(3)
    .default('Flotta <noreply@localhost>')
    .describe('sender of mails'),
  SMS_URL: address('http', 'https')
    .includes('{to}')
    .includes('{text}')
    .optional()
    .describe(
      'provider of SMS, asked by GET: URL with {to} (E.164), {text} and, if it stands there, {token} (default: SMS are kept in the outbox)',
    ),
  SMS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('its key: for {token}, else sent as `Authorization: Bearer`'),
  FLOTTA_CONTACT_EMAIL: z
    .email()
    .optional()
    .describe(
      'whom people write to about contracts (default: info@ the host of FLOTTA_PUBLIC_URL)',
    ),
  FLOTTA_DEMO: flag
    .optional()
    .describe(
      '1: demo customer and simulated fleet; 0: none (default: 1 with the embedded database while there is no real customer)',
    ),
  FLOTTA_USERS_PER_COMPANY: count(200, 1, 100_000).describe('accounts of one company'),
  FLOTTA_MAILS_PER_COMPANY: count(100, 1, 1_000_000).describe(
    'mails an hour that the people and schedules of one company cause; ten times as many tell alerts, what is more is gathered',
  ),
  FLOTTA_MAILS_PER_ADDRESS: count(100, 5, 100_000).describe(
    'mails a day to one address: reports, and as many of alerts, what is more is gathered',
  ),
  FLOTTA_HTTP_REQUESTS_PER_USER: count(3_000, 60, 1_000_000).describe('calls of one user a minute'),
  FLOTTA_HTTP_REQUESTS_PER_ADDRESS: count(1_200, 60, 1_000_000).describe(
    'calls without a session of one address (IPv6: /64) a minute',
  ),
  FLOTTA_HTTP_CONNECTIONS_PER_ADDRESS: count(1_000, 4, 100_000).describe(
    'open web connections of one address on which nobody has signed in',
  ),
  FLOTTA_METRICS_PORT: port
    .optional()
    .describe(
      'health and Prometheus metrics of this process: /healthz, /readyz, /metrics (default: off)',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https')
    .optional()
    .describe('receiver of traces, OTLP over HTTP (default: nothing is traced)'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('which part of the records and calls is traced, 0 to 1'),
  FLOTTA_TRUSTED_PROXIES: list
    .pipe(z.array(proxy))
    .default([])
    .describe('addresses or networks of proxies whose forwarded headers are believed'),
  FLOTTA_CORS_ORIGINS: list
    .pipe(z.array(origin))
    .default([])
    .describe(
      'pages of other sites that may call the API with a token, by origin as https://portal.example (default: none)',
    ),
  FLOTTA_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('how much is logged'),
  FLOTTA_MEMORY_MB: count(4_096, 128, 16_777_216).describe(
    'memory of the machine, MB, of which server and embedded database take their share (default: what the machine or its container has where the server is started by `npm start` or `flotta start`)',
  ),
  FLOTTA_DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(4)
    .max(200)
    .optional()
    .describe(
      'PostgreSQL connections of one process (default: 14; 4 of a gateway alone, 10 of a worker alone, 8 of an API alone)',
    ),
  FLOTTA_MIGRATE: flag
    .default(true)
    .describe(
      '1: a start brings the database to its version; 0: it waits until another has, by `flotta migrate` for instance',
    ),
  FLOTTA_GATEWAY_MAX_FRAME: count(65_536, 1_024, 1_048_576).describe(
    'largest frame of a device, bytes',
  ),
  FLOTTA_GATEWAY_LOGIN_TIMEOUT: count(30, 1, 600).describe(
    'seconds a new device connection may take to sign in',
  ),
  FLOTTA_GATEWAY_IDLE_TIMEOUT: count(900, 10, 86_400).describe(
    'seconds of silence after which a device connection is closed',
  ),
  FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: count(1_000, 1, 100_000).describe(
    'open device connections per address (mobile operators share addresses)',
  ),
  FLOTTA_GATEWAY_MAX_CONNECTIONS: count(20_000, 1, 1_000_000).describe(
    'open device connections of one process',
  ),
  FLOTTA_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'seconds over which a gateway that stops lets its devices go (default: 10 with NATS_URL, else 0)',
    ),
  FLOTTA_MQTT_URL: address('mqtt', 'mqtts')
    .optional()
    .describe(
      'MQTT broker that devices publish to, with its account: mqtts://flotta:password@broker:8883 (default: none)',
    ),
  FLOTTA_MQTT_CA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file of the authority that signed the certificate of the broker (default: those of the system)',
    ),
  FLOTTA_MQTT_TOPIC: topicTemplate
    .default('flotta/{customer_id}/{vehicle_id}/{kind}')
    .describe(
      'topic of what is published of the vehicles of companies with mqtt_active 1; {kind} is position, state or incident, and {plate} may be named too',
    ),
  FLOTTA_MQTT_DISCOVERY: z
    .string()
    .regex(/^[\w/-]*$/, 'must be a topic')
    .default('homeassistant')
    .describe('first part of the topics by which Home Assistant finds vehicles; empty: none'),
  FLOTTA_GATEWAY_NETWORKS: list
    .default([])
    .describe('networks (CIDR) that devices may come from (default: any)'),
  FLOTTA_GATEWAY_PROXIES: list
    .pipe(z.array(proxy))
    .default([])
    .describe(
      'addresses or networks of balancers before the device listeners, which begin every TCP connection with a PROXY header (v1 or v2)',
    ),
  FLOTTA_GATEWAY_TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificate chain for the TLS device port'),
  FLOTTA_GATEWAY_TLS_KEY: z.string().min(1).optional().describe('file of its private key'),
  FLOTTA_UNCLAIMED_PER_MINUTE: count(30, 1, 10_000).describe(
    'sign-ins of unknown devices per address and minute',
  ),
  FLOTTA_REGISTER_KEY: signingKey
    .optional()
    .describe(
      'private key that signs the temperature register, Ed25519 as PKCS #8 in base64, the same on every machine (default: register.key in FLOTTA_DATA_DIR)',
    ),
  FLOTTA_SECRETS_KEY: z
    .string()
    .refine(
      text => /^[A-Za-z0-9+/]{43}=$/.test(text),
      'must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    .optional()
    .describe(
      'key that seals secrets in the database, 32 bytes in base64, the same on every machine (default: secrets.key in FLOTTA_DATA_DIR; with DATABASE_URL none, and they are not sealed)',
    ),
  FLOTTA_OIDC_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file of identity providers (OpenID Connect): [{id, name, issuer, client_id, client_secret, domains, customer_id?, role_claim?, roles?, create}]',
    ),
  FLOTTA_BACKUP_RECIPIENTS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^age1[02-9ac-hj-np-z]{58}$/,
            'must be public keys (age1…) with commas between, as "flotta backup key" prints them',
          ),
      ),
    )
    .default([])
    .describe(
      'public keys that backups are encrypted for, as `flotta backup key` or age-keygen prints them (default: not encrypted)',
    ),
  FLOTTA_RETENTION_MONTHS: count(36, 1, 240).describe(
    'months that time series are kept unless the customer has its own retention_months',
  ),
  FLOTTA_PACK_AFTER_HOURS: count(48, 1, 1_000_000).describe(
    'hours after its end when the positions and readings of a day are packed',
  ),
  FLOTTA_REPLAY_QUIET: count(30, 1, 3_600).describe(
    'seconds of quiet before late records are derived again',
  ),
  FLOTTA_MAP_STYLE: mapStyle.describe(
    'base map: address or file of a MapLibre style (.json), of a PMTiles file of Protomaps’ layout (.pmtiles), or of raster tiles with {z} {x} {y} (default: the embedded one)',
  ),
  FLOTTA_MAP_STYLE_DARK: mapStyle.describe(
    'the same for the dark theme (default: FLOTTA_MAP_STYLE)',
  ),
  FLOTTA_MAP_PUBLIC_STYLE: address('http', 'https')
    .default('https://tiles.openfreemap.org/styles/positron')
    .describe(
      'style of the public map service that `map service on` or the set-up turns on; browsers ask it themselves',
    ),
  FLOTTA_MAP_PUBLIC_STYLE_DARK: address('http', 'https')
    .default('https://tiles.openfreemap.org/styles/dark')
    .describe('the same for the dark theme'),
  FLOTTA_SATELLITE_TILES: address('http', 'https')
    .includes('{z}')
    .includes('{x}')
    .includes('{y}')
    .optional()
    .describe('satellite raster tiles, URL with {z} {x} {y}'),
  FLOTTA_GEOCODER: z
    .enum(['embedded', 'nominatim', 'locationiq'])
    .optional()
    .describe(
      'who knows addresses: embedded (town level, no network), nominatim, locationiq (default: nominatim with FLOTTA_GEOCODER_URL, else embedded)',
    ),
  FLOTTA_GEOCODER_URL: address('http', 'https')
    .optional()
    .describe(
      'where it answers /reverse and /search (default: LocationIQ’s own; none for nominatim)',
    ),
  FLOTTA_GEOCODER_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('its key, sent as `key`; it stays on the server'),
  FLOTTA_ROUTER_URL: address('http', 'https')
    .optional()
    .describe(
      'OSRM-compatible router, up to its profile: https://host/route/v1/driving (default: embedded, between towns, approximate)',
    ),
  FLOTTA_ROUTER_KEY: z.string().min(1).optional().describe('its key, sent as `key`'),
  FLOTTA_ROUTER_CALLS_PER_SECOND: count(1, 1, 100).describe('calls a second that it allows'),
  FLOTTA_CRONO_URL: address('http', 'https')
    .optional()
    .describe(
      'sign-in address of the tachograph platform that the panel crono leads to (default: none)',
    ),
  FLOTTA_CRONO_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('secret shared with it, by which its links are signed (HMAC-SHA256, 60 s)'),
  FLOTTA_WEBHOOK_PRIVATE: flag
    .default(false)
    .describe('1: web hooks may lead into private networks, which every company can then reach'),
  FLOTTA_SECOND_FACTOR: flag
    .default(false)
    .describe('1: nobody but printing users signs in without a second factor, in whatever company'),
})
