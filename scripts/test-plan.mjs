// The text that `npm test` prints before it changes anything: what is missing on this machine, what needs it, and what will be done about it.

/**
 * @param quick nothing is installed, and tests that need more than Node's packages do not run
 * @param installing system packages may be installed
 * @param cannot the reason in words why they cannot be; null: they can
 * @param installed npm's packages are installed
 * @param programs missing programs of the system: name, purpose, Debian packages that contain them
 * @returns lines for the person at the terminal
 */
export function planOf({ quick, installing, cannot, installed, programs }) {
  const missing = [
    ...(installed
      ? []
      : [
          [
            'npm packages',
            'everything: what package-lock.json names, into node_modules',
            quick ? 'nothing can be run: npm ci first' : 'npm ci installs them now',
          ],
        ]),
    ...(quick ? [] : programs).map(({ name, for: why, packages }) => [
      name,
      why,
      !installing
        ? 'its tests are skipped'
        : cannot === null
          ? `apt-get installs ${packages.join(' and ')} now`
          : `its tests are skipped: ${cannot}`,
    ]),
  ]
  if (missing.length === 0) return ['Nothing is to be installed.']
  const width = column => Math.max(...missing.map(row => row[column].length))
  return [
    'Not on this machine, what needs it, and what becomes of it:',
    ...missing.map(
      ([name, why, then]) => `  ${name.padEnd(width(0))}  ${why.padEnd(width(1))}  ${then}`,
    ),
    ...(!quick && !installing && programs.length > 0
      ? [
          'System packages are installed where CI is set, or by npm test -- --install (root, Debian and its kin).',
        ]
      : []),
  ]
}
