/**
 * Error codes, rights and retention periods of saved views. They are separate from the routes, because every page loads
 * them (features.ts).
 */
export const leadViewErrors = {
  lead_view_not_found: 404,
  lead_view_name_taken: 409,
  too_many_lead_views: 409,
} as const
/** Decided by the role in the business: a shared view stands above the list of every member. */
export const leadViewRights = { 'views.share': ['Owner', 'Admin', 'Lead'] } as const
/** How long a deleted view can be restored. */
export const leadViewPeriods = { deletedViews: { unit: 'days', amount: 30 } } as const
