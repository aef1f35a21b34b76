import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { FirstStepName } from '#contract/first-steps.ts'
import type { Right } from '#contract/roles.ts'

/** One of the first steps of a business, as its feature registers it; its texts are in `first-steps.json`. */
export type FirstStep = {
  step: FirstStepName
  Icon: Icon
  /** Where it is done, with the modal that opens there; undefined: an earlier step comes first. */
  to: (at: { businessId: string; campaignId: string | undefined }) => { path: string; modal?: string } | undefined
  /** The step that has to be done before. */
  after?: FirstStepName
  /** Members without the right do not see the step. */
  needs?: Right
  /** Does the step on the spot, when it is the next one. */
  Body?: ComponentType
}
