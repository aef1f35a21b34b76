/** Browsers have passkeys for sites that came over https, or from this machine by name. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window
