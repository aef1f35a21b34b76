/** Periods are separate from the routes of leads, so that pages that only state them do not load the routes. */

/** Days that deleted leads stay in the trash. */
export const TRASH_DAYS = 30
/** Days for which operations are kept and can be undone. */
export const OPERATION_DAYS = 30
