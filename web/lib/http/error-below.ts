/** Messages by path within the form. */
export type ErrorsByPath = Readonly<Record<string, string>>
/** The first error at the path or below it. */
export const errorBelow = (errors: ErrorsByPath, path: string) =>
  Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`))?.[1]
