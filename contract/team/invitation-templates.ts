const mail = ['inviter', 'business', 'day']
/** An SMS is useless without its link. */
export const invitationTemplates = {
  invitation: { texts: 'invitations-mail', mail, sms: [...mail, 'link'], neededInSms: ['link'] },
}
