import type { Feature } from '../feature.ts'
import { alarmJobs, holesProjection } from './alarms.jobs.ts'

export const alarms: Feature = { jobs: alarmJobs, projections: [holesProjection] }
