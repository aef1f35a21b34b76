import type { FoundField } from './reading/flattening.rules.ts'

/** The fields of a request as they are stored. */
export type StoredFields = [path: string, label: string, value: string][]
export const storedOf = (fields: readonly FoundField[]): StoredFields =>
  fields.map(({ path, label, value }) => [path, label, value])
export const fieldsOfStored = (stored: StoredFields | null): FoundField[] =>
  (stored ?? []).map(([path, label, value]) => ({ path, label, value }))
