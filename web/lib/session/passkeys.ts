/** Passkeys require https or localhost. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window
