import { expect, test, vi } from 'vitest'
import { noteEvent, openCaches } from './caches.ts'

test('a value is read again after the events that end it, and after no other', async () => {
  const caches = openCaches()
  const find = vi.fn(async (id: string) => id)
  const [member, key] = [caches.cached(['member.changed', 'member.left'], find), caches.cached(['key.changed'], find)]
  const ask = () => Promise.all([member('a'), member('a'), key('a')])
  await ask()
  await caches.endAfter(async () => noteEvent('lead.created'))
  await ask()
  expect(find).toHaveBeenCalledTimes(2)
  await caches.endAfter(async () => noteEvent('member.left'))
  await ask()
  expect(find).toHaveBeenCalledTimes(3)
  caches.end(['member.changed', 'key.changed', 'of.another.release'])
  await ask()
  expect(find).toHaveBeenCalledTimes(5)
  // @ts-expect-error: No such event.
  caches.onEvents(['campaign.renamed'], () => {})
})

test('what a look-up found that ran across the commit is not cached', async () => {
  const caches = openCaches()
  const [stored, running] = [{ role: 'Owner' }, Promise.withResolvers<void>()]
  const findRole = caches.cached(['member.changed'], async () => {
    const { role } = stored
    await running.promise
    return role
  })
  const before = findRole()
  await caches.endAfter(async () => {
    noteEvent('member.changed')
    stored.role = 'None'
  })
  running.resolve()
  expect([await before, await findRole()]).toEqual(['Owner', 'None'])
})

test('a failed request ends the caches too: part of it may have been committed', async () => {
  const caches = openCaches()
  const ended = vi.fn()
  caches.onEvents(['session.ended'], ended)
  const failing = caches.endAfter(async () => {
    noteEvent('session.ended')
    throw new Error('too late')
  })
  await expect(failing).rejects.toThrow('too late')
  expect(ended).toHaveBeenCalledTimes(1)
})
