/** How a person's phone in the browser is called at the provider: letters, digits and underscores alone. */
export const identityOf = (userId: string, businessId: string) =>
  `u_${userId.replaceAll('-', '')}_b${businessId.replaceAll('-', '')}`
