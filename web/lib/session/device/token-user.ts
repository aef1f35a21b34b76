import { storage } from '../../storage.ts'

/** The person whose access token it is. */
export function userOf(token: string | null): string | undefined {
  try {
    const [, payload = ''] = token?.split('.') ?? []
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
  } catch {
    return undefined
  }
}

/** The person whose session this device holds. */
export const tokenUser = () => userOf(storage.token.get())
