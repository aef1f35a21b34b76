import { billingErrors } from './billing/terms.ts'
import { blacklistErrors, blacklistPeriods, blacklistRights } from './blacklist/terms.ts'
import { calendarErrors } from './calendars/terms.ts'
import { callFlowErrors, callFlowRights } from './calls/flows/terms.ts'
import { lineTestErrors, lineTestPeriods } from './calls/line-tests/terms.ts'
import { outgoingErrors, outgoingRights } from './calls/outgoing/terms.ts'
import { talkErrors, talkRights } from './calls/talk-terms.ts'
import { duplicateErrors, duplicateRights } from './duplicates/terms.ts'
import { fileErrors, filePeriods, fileRights } from './files/terms.ts'
import { leadFieldErrors, leadFieldPeriods } from './lead-fields/terms.ts'
import { leadSourceErrors, leadSourceRights } from './lead-sources/terms.ts'
import { assignmentRights } from './leads/assignment/terms.ts'
import { automationErrors, automationPeriods } from './leads/automations/terms.ts'
import { commentErrors, commentPeriods, commentRights } from './leads/comments/terms.ts'
import { conversationErrors, conversationPeriods, conversationRights } from './leads/conversations/terms.ts'
import { followUpErrors, followUpPeriods, followUpRights } from './leads/follow-ups/terms.ts'
import { bookingErrors, bookingRights } from './leads/meetings/booking/terms.ts'
import { meetingErrors, meetingPeriods, meetingRights } from './leads/meetings/terms.ts'
import { channelErrors } from './leads/messages/channel-terms.ts'
import {
  messageTemplateErrors,
  messageTemplatePeriods,
  messageTemplateRights,
} from './leads/messages/template-terms.ts'
import { savedViewErrors, savedViewPeriods } from './leads/saved-views/terms.ts'
import { sheetErrors, sheetPeriods, sheetRights } from './leads/sheets/terms.ts'
import { shiftErrors, shiftPeriods, shiftRights } from './shifts/terms.ts'
import { taxDocumentErrors } from './tax-documents/terms.ts'
import { webhookErrors, webhookPeriods } from './webhooks/terms.ts'
import { workingHoursPeriods } from './working-hours/terms.ts'

/** Declarations of features, except their routes (index.ts) and events (events/catalogue.ts). */
export const featureErrors = {
  ...billingErrors,
  ...automationErrors,
  ...blacklistErrors,
  ...bookingErrors,
  ...calendarErrors,
  ...callFlowErrors,
  ...channelErrors,
  ...commentErrors,
  ...conversationErrors,
  ...duplicateErrors,
  ...fileErrors,
  ...followUpErrors,
  ...leadFieldErrors,
  ...leadSourceErrors,
  ...lineTestErrors,
  ...messageTemplateErrors,
  ...meetingErrors,
  ...savedViewErrors,
  ...outgoingErrors,
  ...sheetErrors,
  ...shiftErrors,
  ...talkErrors,
  ...taxDocumentErrors,
  ...webhookErrors,
} as const
/** Rights of features on the rows of a campaign. */
export const featureRights = {
  ...assignmentRights,
  ...blacklistRights,
  ...bookingRights,
  ...callFlowRights,
  ...commentRights,
  ...conversationRights,
  ...duplicateRights,
  ...fileRights,
  ...followUpRights,
  ...leadSourceRights,
  ...messageTemplateRights,
  ...meetingRights,
  ...outgoingRights,
  ...sheetRights,
  ...shiftRights,
  ...talkRights,
} as const
/** Fixed retention periods. */
export const featurePeriods = {
  ...automationPeriods,
  ...blacklistPeriods,
  ...commentPeriods,
  ...conversationPeriods,
  ...filePeriods,
  ...followUpPeriods,
  ...leadFieldPeriods,
  ...lineTestPeriods,
  ...messageTemplatePeriods,
  ...meetingPeriods,
  ...savedViewPeriods,
  ...sheetPeriods,
  ...shiftPeriods,
  ...webhookPeriods,
  ...workingHoursPeriods,
} as const
