// The licences of all packages in a release, as their authors wrote them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences under which Flotta redistributes packages; a person looks at any other one first. */
const KNOWN = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]
/** Packages whose package.json names no licence: what their files or their project say. */
const LOOKED_AT = { 'png-js': 'MIT', '@mapbox/jsonlint-lines-primitives': 'MIT' }
const TEXT = /^(licen[cs]e|copying|notice|ofl)([-.].*)?$/i
const LINE = '='.repeat(80)

/** The text of all licences; throws when a package names no licence, or one that nobody has looked at. */
export function notices(packages, { root }) {
  const parts = new Map()
  for (const { place, name, version } of packages) {
    const dir = join(root, place)
    const licence = licenceOf(name, JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')))
    const texts = readdirSync(dir, { withFileTypes: true })
      .filter(e => e.isFile() && TEXT.test(e.name))
      .map(e => readFileSync(join(dir, e.name), 'utf8').trim())
      .sort()
    parts.set(
      `${name} ${version}`,
      [`${LINE}\n${name} ${version} (${licence})\n${LINE}`, ...texts].join('\n\n'),
    )
  }
  parts.set(
    'PostgreSQL',
    `${LINE}\nPostgreSQL, its programs (PostgreSQL License)\n${LINE}\n\n${POSTGRESQL}`,
  )
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `Flotta passes on the work of others under their licences.\n\n${sorted.join('\n\n')}\n`
}

function licenceOf(name, { license, licenses }) {
  const said =
    LOOKED_AT[name] ??
    (typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type))
  // When a package offers several licences, one known licence is enough.
  const held = said
    ?.replace(/[()]/g, '')
    .split(' OR ')
    .find(l => KNOWN.includes(l))
  if (!held)
    throw new Error(
      `${name} has the licence ${said ?? 'that it does not tell'}: look at it, then enter it in scripts/notices.mjs`,
    )
  return said
}

const POSTGRESQL = `Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`
