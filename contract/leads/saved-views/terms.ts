/**
 * Error codes, rights and retention periods of saved views. They are separate from the routes, because every page loads
 * them (features.ts).
 */
export const savedViewErrors = {
  saved_view_not_found: 404,
  saved_view_name_taken: 409,
  too_many_saved_views: 409,
} as const
/** Decided by the role in the business: a shared view stands above the list of every member. */
export const savedViewRights = { 'views.share': ['Owner', 'Admin', 'Lead'] } as const
/** How long a deleted view can be restored. */
export const savedViewPeriods = { deletedViews: { unit: 'days', amount: 30 } } as const
