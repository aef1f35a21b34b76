/** Names the modal of the numbers page in which a number is ordered. */
export const NEW_NUMBER_MODAL = 'new-number'
