import type { Feature } from '../feature.ts'
import { startAssigning } from './assigning.ts'
import { assignmentJobs, assignmentProjection } from './assignment.jobs.ts'
import { mountAssignment } from './assignment.routes.ts'

export const assignment: Feature = {
  mount: [mountAssignment],
  jobs: assignmentJobs,
  projections: [assignmentProjection],
  loops: [startAssigning],
}
