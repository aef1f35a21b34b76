import type { Feature } from '../feature.ts'
import { alarmJobs } from './alarms.jobs.ts'

export const alarms: Feature = { jobs: alarmJobs }
