import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the data folder for this user alone; one that is there already is left as it is. Apart from the folders above
 * it, which the mode would close as well.
 */
export function makeDataDir(folder: string) {
  mkdirSync(dirname(folder), { recursive: true })
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
