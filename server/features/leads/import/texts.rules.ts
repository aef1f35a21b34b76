/** Compares titles and values without case, signs and spaces. */
export const plainText = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What files say for yes and no. */
export const YES: readonly string[] = ['yes', 'true', '1', 'y', 'v', 'x', 'כן', 'נכון', 'יש']
export const NO: readonly string[] = ['no', 'false', '0', 'n', 'לא', 'אין']
