const mail = ['title', 'name', 'phone', 'email', 'campaign', 'business', 'source']
const ofLead = { texts: 'lead-mail', mail, sms: [...mail, 'link'] }
/** Messages about a lead. */
export const leadTemplates = {
  receiving_a_lead: ofLead,
  repeat_enquiry: ofLead,
  missed_call: { ...ofLead, mail: [...mail, 'status'], sms: [...mail, 'status', 'link'] },
}
