import { afterAll } from 'vitest'

const ends: (() => unknown)[] = []

/** Registers what ends with the test file; unlike `afterAll`, also from within a hook or a test. */
export const atFileEnd = (end: () => unknown) => void ends.push(end)

/** For the setup file: one worker runs many test files in one process. */
export function endWithFile() {
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }, 60_000)
}
