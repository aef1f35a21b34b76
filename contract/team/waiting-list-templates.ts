const decision = { texts: 'waiting-list-mail', mail: ['business'] }
/** Messages about the decision on a request to join. */
export const waitingListTemplates = { join_approved: decision, join_declined: decision }
