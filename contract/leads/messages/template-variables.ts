/**
 * What the text of a template can name, as `{{source.variable}}`. A feature whose objects messages are about adds its
 * source here and supplies the values on the server (`templateValues` in its manifest).
 */
export const templateVariables = {
  lead: ['name', 'firstName', 'phone', 'email'],
  campaign: ['name', 'phone'],
  /** Who sends the message. */
  person: ['name', 'phone', 'email'],
  business: ['name', 'phone', 'address'],
  /** The booking page of the sender, else of the lead's assignee, else of the team. */
  booking: ['link'],
} as const satisfies Record<string, readonly string[]>

type Sources = typeof templateVariables
export type TemplateSource = keyof Sources
export type TemplateVariable = { [S in TemplateSource]: `${S}.${Sources[S][number]}` }[TemplateSource]
export const templateVariableNames = Object.entries(templateVariables).flatMap(([source, names]) =>
  names.map((name) => `${source}.${name}` as TemplateVariable),
)
export const isTemplateVariable = (name: string): name is TemplateVariable =>
  templateVariableNames.some((known) => known === name)

/** Values by variable; an absent or empty one is missing. */
export type TemplateValues = Partial<Record<TemplateVariable, string>>
