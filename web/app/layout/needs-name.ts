/** Missing, or an e-mail address in its place (specification, section 2). */
export const needsName = (name: string) => name.trim() === '' || name.includes('@')
