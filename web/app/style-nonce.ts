/** The nonce that the server put into this very response; without one (development) nothing asks for it. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
