// For tests which prove that a feature needs nothing but its folder: copies the features, adds files, and loads the copy as the product is loaded.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Copy {
  /** A module of the copy, by its path below `features/src`. */
  load<T>(file: string): Promise<T>
  remove(): void
}

const root = join(import.meta.dirname, '../../../..')

/** @param files text of each new file by its path below `features/src`; none of them may exist */
export function productWith(files: Readonly<Record<string, string>>): Copy {
  const scratch = join(root, '.cache', `scratch-${process.pid}-${Date.now()}`)
  cpSync(join(root, 'packages/features'), scratch, {
    recursive: true,
    filter: path => !/\/web$|\/node_modules$|\.test\.tsx?$/.test(path),
  })
  for (const [file, text] of Object.entries(files)) {
    const path = join(scratch, 'src', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  return {
    load: async <T>(file: string) =>
      (await import(/* @vite-ignore */ join(scratch, 'src', file))) as T,
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  }
}
/** The files of one folder. */
export const folderOf = (
  folder: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]))
