import { storage } from '../../storage.ts'

/** The person whose session this device holds, by its access token. */
export function tokenUser(): string | undefined {
  try {
    const [, payload = ''] = storage.token.get()?.split('.') ?? []
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}
