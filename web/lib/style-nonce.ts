/** The nonce that the server put into this response; absent in development, where none is needed. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
