/** How a lead is addressed: texts of templates have a form for each. `plural` is a couple, a family, a company. */
export const genders = ['unknown', 'female', 'male', 'plural'] as const
export type Gender = (typeof genders)[number]
