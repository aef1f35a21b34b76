/** Name of the palette and the list of keys in the stack of modals. */
export const PALETTE_MODAL = 'palette'
export const KEYS_MODAL = 'keys'
