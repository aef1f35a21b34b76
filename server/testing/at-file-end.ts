import { afterAll } from 'vitest'

const ends: (() => unknown)[] = []

/** Registers what ends with the test file; unlike `afterAll`, also from within a hook or a test. */
export const atFileEnd = (end: () => unknown) => void ends.push(end)

/** For the setup file: one worker runs many test files in one process. */
export function endWithFile() {
  afterAll(async () => {
    const errors: unknown[] = []
    for (const end of ends.splice(0).reverse())
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw new AggregateError(errors, 'What a test file opened could not be closed')
  }, 60_000)
}
