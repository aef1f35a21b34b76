/** Names the modal of the users page in which people are invited. */
export const INVITE_MODAL = 'invite'
