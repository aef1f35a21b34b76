/** Name of the mobile menu in the stack of modals. */
export const MENU_MODAL = 'menu'
