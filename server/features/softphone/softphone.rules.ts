/** The identity of a person's browser phone at the provider: letters, digits and underscores only. */
export const identityOf = (userId: string, businessId: string) =>
  `u_${userId.replaceAll('-', '')}_b${businessId.replaceAll('-', '')}`
