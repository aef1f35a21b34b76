import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { callCounters } from './call-counters.ts'
import { isCallReportBefore } from './call-reports.sql.ts'
import { countMinutesIn, countMinutesOut, hasAnsweredCall } from './calls.queries.ts'
import { mountCalls } from './calls.routes.ts'
import { callsInHistory } from './calls.service.ts'
import { callsOfCampaigns } from './campaign-calls.service.ts'
import { callWatchJobs } from './hooks/call-watch.jobs.ts'
import { mountVoiceHooks } from './hooks/hooks.routes.ts'
import { mountOutgoing } from './outgoing/outgoing.routes.ts'
import * as personal from './personal-data.queries.ts'
import { startFetching } from './recordings/recording-fetching.ts'
import { eraseRecordings, recordingJobs } from './recordings/recordings.jobs.ts'
import { mountSimulation } from './simulation/simulation.routes.ts'
import { mountForwarding } from './test-calls/forwarding/forwarding.routes.ts'
import { lineTestJobs, startLineTests } from './test-calls/line-tests/line-tests.jobs.ts'
import { mountLineTests } from './test-calls/line-tests/line-tests.routes.ts'
import { mountTestCalls } from './test-calls/test-calls.routes.ts'

export const calls: Feature = {
  mount: [mountCalls, mountOutgoing, mountTestCalls, mountLineTests, mountForwarding, mountSimulation],
  open: () => ({ callsOfCampaigns }),
  mountAtRoot: [mountVoiceHooks],
  jobs: [...callWatchJobs, ...recordingJobs, ...lineTestJobs],
  projections: [callCounters],
  loops: [startFetching, startLineTests],
  historySource: callsInHistory,
  erasures: [eraseRecordings],
  retained: [{ table: 'line_tests', period: fixedPeriods.lineTests, column: 'ended_at' }],
  retainedAsSet: [{ table: 'provider_events', period: 'callReports', isOld: isCallReportBefore }],
  person: {
    erase: personal.eraseCalls,
    export: { calls: personal.listCalls, recordings: personal.listRecordings, textsReceived: personal.listTexts },
    files: personal.listSounds,
  },
  account: {
    eraseInBusiness: personal.eraseRungPhones,
    exportInBusiness: { recordingsHeard: personal.listListens, callsMade: personal.listCallsMade },
  },
  firstSteps: { test_call: hasAnsweredCall },
  usageMeters: [
    { meter: 'minutes_in', count: countMinutesIn },
    { meter: 'minutes_out', count: countMinutesOut },
  ],
}
