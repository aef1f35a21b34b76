/** A record that the owner of a domain adds, so that mail of the domain is trusted. */
export type MailRecord = { kind: 'spf' | 'dmarc'; name: string; type: 'TXT'; value: string }
/** `dkim`: where mail of this provider gets its signature; null: its own documentation says. */
export type MailAdvice = { domain: string; records: MailRecord[]; dkim: { name: string; provider: string } | null }

type Provider = { name: string; hosts: RegExp; spf: string; dkim: string }
/** Providers whose records are known, by the host of their servers. */
const providers: readonly Provider[] = [
  {
    name: 'Google Workspace',
    hosts: /(^|\.)(gmail|google|googlemail)\.com$/,
    spf: 'include:_spf.google.com',
    dkim: 'google',
  },
  {
    name: 'Microsoft 365',
    hosts: /(^|\.)(office365|outlook)\.com$/,
    spf: 'include:spf.protection.outlook.com',
    dkim: 'selector1',
  },
  { name: 'Zoho Mail', hosts: /(^|\.)zoho\.(com|eu)$/, spf: 'include:zohomail.com', dkim: 'zmail' },
  { name: 'SendGrid', hosts: /(^|\.)sendgrid\.net$/, spf: 'include:sendgrid.net', dkim: 's1' },
  { name: 'Brevo', hosts: /(^|\.)(brevo|sendinblue)\.com$/, spf: 'include:spf.brevo.com', dkim: 'mail' },
  { name: 'Mailgun', hosts: /(^|\.)mailgun\.org$/, spf: 'include:mailgun.org', dkim: 'mx' },
]

/** The records that let mail from this address through this server pass SPF, DKIM and DMARC. */
export function mailAdviceOf({ host, fromAddress }: { host: string; fromAddress: string }): MailAdvice {
  const domain = fromAddress.split('@')[1] ?? ''
  const provider = providers.find(({ hosts }) => hosts.test(host))
  const source = provider?.spf ?? (/^[\d.]+$/.test(host) ? `ip4:${host}` : `a:${host}`)
  return {
    domain,
    records: [
      { kind: 'spf', name: domain, type: 'TXT', value: `v=spf1 ${source} ~all` },
      { kind: 'dmarc', name: `_dmarc.${domain}`, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:${fromAddress}` },
    ],
    dkim: provider ? { name: `${provider.dkim}._domainkey.${domain}`, provider: provider.name } : null,
  }
}
