/** What an API key may do. Apart from the roles, which every page of the web app loads. */
export const scopes = [
  'leads:read',
  'leads:write',
  'calls:read',
  'campaigns:read',
  'settings:read',
  'meetings:read',
  'messages:read',
  'webhooks:write',
] as const
export type Scope = (typeof scopes)[number]
