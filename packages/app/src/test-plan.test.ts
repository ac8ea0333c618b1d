// The text of npm test before it changes anything: what it will install and why, and what it leaves out.
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Scripts are plain JavaScript, because they run before anything is installed.
const { planOf } = await import(
  /* @vite-ignore */ join(import.meta.dirname, '../../../scripts/test-plan.mjs')
)

const haproxy = { name: 'haproxy', for: 'the balancer', packages: ['haproxy'] }
const chromium = {
  name: 'chromium',
  for: 'the journeys',
  packages: ['chromium', 'fonts-dejavu-core'],
}
const plan = {
  quick: false,
  installing: false,
  cannot: null,
  installed: true,
  programs: [chromium, haproxy],
}

test.each<
  [
    string,
    Partial<Omit<typeof plan, 'cannot'>> & { readonly cannot?: string | null },
    readonly string[],
  ]
>([
  ['a machine that has all', { programs: [] }, ['Nothing is to be installed.']],
  [
    'a person, without leave: nothing of the system is installed, and what needs it is skipped',
    {},
    [
      'Not on this machine, what needs it, and what becomes of it:',
      '  chromium  the journeys  its tests are skipped',
      '  haproxy   the balancer  its tests are skipped',
      'System packages are installed where CI is set, or by npm test -- --install (root, Debian and its kin).',
    ],
  ],
  [
    'CI, or --install',
    { installing: true, installed: false },
    [
      'Not on this machine, what needs it, and what becomes of it:',
      '  npm packages  everything: what package-lock.json names, into node_modules  npm ci installs them now',
      '  chromium      the journeys                                                 apt-get installs chromium and fonts-dejavu-core now',
      '  haproxy       the balancer                                                 apt-get installs haproxy now',
    ],
  ],
  [
    'leave that is of no use',
    { installing: true, cannot: 'only root may install them', programs: [haproxy] },
    [
      'Not on this machine, what needs it, and what becomes of it:',
      '  haproxy  the balancer  its tests are skipped: only root may install them',
    ],
  ],
  ['--quick', { quick: true }, ['Nothing is to be installed.']],
  [
    '--quick in a fresh clone',
    { quick: true, installed: false },
    [
      'Not on this machine, what needs it, and what becomes of it:',
      '  npm packages  everything: what package-lock.json names, into node_modules  nothing can be run: npm ci first',
    ],
  ],
])('%s', (_, given, lines) => {
  expect(planOf({ ...plan, ...given })).toEqual(lines)
})
