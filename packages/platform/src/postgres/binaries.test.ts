// Root's copy of PostgreSQL's programs: they run only when nobody but root can have written them.
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trustedCopy } from './binaries.ts'

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('as root', () => {
  let source: string
  let place: string
  beforeEach(() => {
    source = mkdtempSync(join(tmpdir(), 'flotta-native-'))
    mkdirSync(join(source, 'bin'))
    writeFileSync(join(source, 'bin/postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 17.10"\n', {
      mode: 0o777,
    })
    writeFileSync(join(source, 'lib'), 'x', { mode: 0o666 })
    symlinkSync('lib', join(source, 'lib.so'))
    place = join(mkdtempSync('/var/lib/flotta-test-'), 'flotta')
    chmodSync(dirname(place), 0o755)
  })
  afterEach(() => {
    for (const dir of [source, dirname(place)]) rmSync(dir, { recursive: true, force: true })
  })

  test('the programs are copied once, closed to others and without links', async () => {
    const copy = await trustedCopy(source, place)
    expect(copy).toBe(join(place, 'postgres-17.10'))
    for (const path of [
      copy,
      ...readdirSync(copy, { recursive: true }).map(f => join(copy, String(f))),
    ]) {
      const s = lstatSync(path)
      expect([path, s.uid, s.mode & 0o022, s.isSymbolicLink()]).toEqual([path, 0, 0, false])
    }
    writeFileSync(join(copy, 'mark'), '', { mode: 0o644 })
    expect(await trustedCopy(source, place)).toBe(copy)
    expect(readdirSync(copy)).toContain('mark')
    expect(readdirSync(place)).toEqual(['postgres-17.10'])
  })

  test.each<[string, (copy: string) => void, RegExp]>([
    [
      'a program of another account',
      copy => chownSync(join(copy, 'bin/postgres'), 65534, 65534),
      /bin\/postgres is not safe .* belongs to the account 65534/,
    ],
    [
      'a program that others may write',
      copy => chmodSync(join(copy, 'bin/postgres'), 0o757),
      /bin\/postgres is not safe .* others may write it \(mode 757\)/,
    ],
    [
      'a folder of another account',
      copy => chownSync(join(copy, 'bin'), 65534, 65534),
      /bin is not safe .* belongs to the account 65534/,
    ],
    [
      'a link in it',
      copy => symlinkSync('/tmp', join(copy, 'share')),
      /share is not safe .* it is a link/,
    ],
    [
      'a place that others may write',
      () => chmodSync(place, 0o777),
      /flotta is not safe .* others may write it \(mode 777\)/,
    ],
    [
      'a way that others may write',
      () => chmodSync(dirname(place), 0o1777),
      /others may write it \(mode 1777\)/,
    ],
  ])('%s stops the start', async (_, spoil, why) => {
    spoil(await trustedCopy(source, place))
    await expect(trustedCopy(source, place)).rejects.toThrow(why)
  })

  test('a link in the place of the copy is not followed', async () => {
    mkdirSync(place, { mode: 0o755 })
    const evil = mkdtempSync(join(tmpdir(), 'flotta-evil-'))
    symlinkSync(evil, join(place, 'postgres-17.10'))
    await expect(trustedCopy(source, place)).rejects.toThrow(
      /postgres-17.10 is not safe .* it is a link/,
    )
    rmSync(evil, { recursive: true })
  })
})
