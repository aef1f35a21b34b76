import { lazy } from 'react'

/** What changes a value in its row: fetched with the first of them. */
const editors = () => import('./cell-editors.tsx')
export const StatusEditor = lazy(async () => ({ default: (await editors()).StatusEditor }))
export const AssigneeEditor = lazy(async () => ({ default: (await editors()).AssigneeEditor }))
export const TagsEditor = lazy(async () => ({ default: (await editors()).TagsEditor }))
export const ValueEditor = lazy(async () => ({ default: (await editors()).ValueEditor }))
