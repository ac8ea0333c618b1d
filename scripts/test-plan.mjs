// What `npm test` says before it changes anything: what is missing on this machine, what needs it, and what becomes of it.

/**
 * @param quick nothing is installed, and what needs more than Node's packages is not run anyway
 * @param installing system packages may be installed
 * @param cannot why they cannot be, in words; null: they can
 * @param installed npm's packages are there
 * @param programs those of the system that are missing: name, what they are for, Debian packages that have them
 * @returns lines for the person who waits
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
