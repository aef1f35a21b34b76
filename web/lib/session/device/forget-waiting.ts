import { removeActsOf } from '../unsent/store.ts'
import { removeSharedOf } from './shared-store.ts'
import { tokenUser } from './token-user.ts'

/**
 * Removes what waits on this device, unsent acts and shared files, when the person signs out; if a session ends
 * otherwise, it stays for the person's next one. What another person left waiting is not theirs to remove.
 */
export async function forgetWaiting() {
  if (!('indexedDB' in window)) return
  const userId = tokenUser()
  await Promise.all([removeActsOf(userId), removeSharedOf(userId)])
}
