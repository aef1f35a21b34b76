import { useParams } from '@tanstack/react-router'
import type { Pattern } from './paths.ts'

type Names<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

/** The ids in the address of the open page, by their names in its pattern. */
export const useIds = <P extends Pattern>(_page: { pattern: P }): Record<Names<P>, string> =>
  useParams({ strict: false })

/** The campaign in the address, where it names one. */
export const useAddressCampaign = (): string | null => useParams({ strict: false }).campaignId ?? null
