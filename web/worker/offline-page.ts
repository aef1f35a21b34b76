const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 32px; padding: 16px; box-sizing: border-box; font: 16px/1.5 system-ui, sans-serif; text-align: center;
  background: light-dark(#f5f5f9, #0f0f13); color: light-dark(#1a1a24, #ededf2); }
h1 { margin: 0; font-size: 20px; }
p { margin: 4px 0 16px; }
a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px; border-radius: 8px;
  background: light-dark(#4252d1, #879ef9); color: light-dark(#fff, #0f0f13); text-decoration: none; }`

type Texts = { title: string; text: string; again: string; leads: string }
/** The empty address is the page that was asked for, so the link tries again. */
const section = (language: string, { title, text, again, leads }: Texts, hasLeads: boolean) =>
  `<section lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}"><h1>${title}</h1><p>${text}</p>
<a href="">${again}</a>${hasLeads ? ` <a href="/">${leads}</a>` : ''}</section>`

const texts: Record<string, Texts> = {
  he: {
    title: 'אין חיבור לאינטרנט',
    text: 'אי אפשר לפתוח את העמוד הזה בלי רשת. כדאי לנסות שוב כשהחיבור יחזור.',
    again: 'ניסיון נוסף',
    leads: 'לידים שנשמרו במכשיר',
  },
  en: {
    title: 'No internet connection',
    text: 'This page cannot be opened without a network. Try again when you are back online.',
    again: 'Try again',
    leads: 'Leads kept on this device',
  },
}

const html = (hasLeads: boolean) => `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Leadline</title><style>${style}</style></head><body>
${Object.entries(texts)
  .map(([language, all]) => section(language, all, hasLeads))
  .join('\n')}
</body></html>`

/**
 * The answer to a navigation without a network, in both languages, because the worker does not know the person's.
 * `hasLeads`: the device keeps leads, to which it leads.
 */
export const offlinePage = (hasLeads: boolean) =>
  new Response(html(hasLeads), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
