import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data folder with access for this user only; an existing one stays unchanged. The parents are created first,
 * because the mode would close them as well.
 */
export function makeDataDir(folder: string) {
  mkdirSync(dirname(folder), { recursive: true })
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
