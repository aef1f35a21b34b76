/** Error codes and rights of lead sources. They are separate from the routes, because every page loads them. */
export const leadSourceErrors = {
  lead_source_not_found: 404,
  lead_delivery_not_found: 404,
  too_many_lead_sources: 409,
  /** The campaign has an address for leads by mail already. */
  lead_mail_exists: 409,
  /** This installation receives no mail. */
  mail_in_unset: 409,
  /** A sample in which no field was found. */
  sample_without_fields: 422,
} as const
/** The right to see requests that could not be read, and to make leads of them. */
export const leadSourceRights = { 'leads.repair': ['Owner', 'Admin', 'Lead'] } as const
