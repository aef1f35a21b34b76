/** A message of a demo conversation; `after`: minutes after its beginning. */
type DemoMessage = {
  after: number
  by: 'lead' | 'person' | 'automation' | 'system'
  text: string
  /** Of an e-mail. */
  subject?: string
  channel?: 'whatsapp'
  state?: 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'
  reason?: 'undelivered' | 'phone_not_allowed' | 'no_consent' | 'refused'
  code?: number
  purpose?: 'service' | 'advertising'
}
/** `ago`: minutes before now at which it began. */
export type DemoTalk = { ago: number; isUnread?: true; agrees?: true; messages: DemoMessage[] }

const DAY = 1_440
const lead = (after: number, text: string): DemoMessage => ({ after, by: 'lead', text })
const byWhatsApp = (after: number, text: string): DemoMessage => ({ ...lead(after, text), channel: 'whatsapp' })
const us = (after: number, text: string, more: Partial<DemoMessage> = {}): DemoMessage => ({
  ...{ after, by: 'person', text },
  ...more,
})
const welcome = (after: number): DemoMessage => ({
  ...{ after, by: 'automation' },
  text: 'שלום {name}, תודה על הפנייה לאלון שיפוצים. נחזור אליך עוד היום.',
})
const mail = (after: number, subject: string, text: string, more: Partial<DemoMessage> = {}) =>
  us(after, text, { subject, state: 'sent', ...more })
const offer = (after: number, more: Partial<DemoMessage> = {}): DemoMessage => ({
  ...{ after, by: 'person', purpose: 'advertising' },
  text: 'פרסומת\nעד סוף החודש: 10% הנחה על שיפוץ מטבח.\nאלון שיפוצים 072-444-0007\nלהסרה: להשיב ״הסר״',
  ...more,
})

export const talks: DemoTalk[] = [
  {
    ...{ ago: 2 * DAY + 90, isUnread: true, agrees: true },
    messages: [
      welcome(0),
      lead(35, 'תודה! מתי אפשר לבוא למדידה?'),
      us(42, 'אפשר ביום ראשון בין 9:00 ל־12:00 או ביום שלישי אחרי 16:00. מה נוח?'),
      lead(50, 'יום שלישי ב־16:30 מצוין'),
      mail(DAY, 'הצעת מחיר לשיפוץ הדירה', 'שלום {name},\nמצורף פירוט של שני השלבים: קודם המטבח, ואחר כך חדרי הרחצה.'),
      us(DAY + 5, 'ההצעה נשלחה עכשיו לאימייל. אפשר לעבור עליה יחד בטלפון.'),
      lead(2 * DAY + 78, 'קיבלתי. אפשר לפצל את התשלום לשלושה?'),
    ],
  },
  { ago: 26, isUnread: true, messages: [welcome(0), lead(14, 'היי, אתם עובדים גם בגבעתיים?')] },
  { ago: 64, isUnread: true, messages: [lead(0, 'ראיתי את המודעה. כמה עולה להחליף ריצוף ב־80 מ״ר?')] },
  {
    ...{ ago: 150, isUnread: true },
    messages: [
      us(0, 'שלום {name}, ניסינו להתקשר. מתי נוח לדבר?'),
      lead(55, 'אחרי 17:00 בבקשה'),
      lead(56, 'ועדיף בוואטסאפ'),
      us(60, 'שלום {name}, תודה שפנית אל אלון שיפוצים. מתי נוח לדבר?', { channel: 'whatsapp', state: 'read' }),
      byWhatsApp(74, 'אפשר גם כאן 🙂 זו דירת ארבעה חדרים ברמת גן'),
      us(80, 'מצוין. אפשר לשלוח לכאן תמונות של המטבח ושל חדר הרחצה?', { channel: 'whatsapp', state: 'read' }),
      us(81, 'ואת התוכנית, אם יש.', { channel: 'whatsapp', state: 'delivered' }),
      byWhatsApp(95, 'יש תוכנית, אשלח הערב. מתי אפשר לבוא לראות?'),
    ],
  },
  { ago: 240, messages: [welcome(0), lead(40, 'תודה, מחכה לטלפון')] },
  {
    ago: 310,
    messages: [
      lead(0, 'אפשר לקבל תמונות של מטבחים שעשיתם?'),
      us(25, 'בשמחה: alon-reno.example/kitchens'),
      lead(70, 'יפה מאוד! כמה זמן לוקחת התקנה?'),
    ],
  },
  { ago: 420, messages: [us(0, 'תזכורת: מחר ב־10:00 נגיע למדידה בביאליק 41.'), lead(30, 'מאשרים, הקוד בכניסה 1234')] },
  {
    ago: 600,
    messages: [
      us(0, 'שלום {name}, ההצעה מוכנה. לאיזו כתובת לשלוח?', { state: 'failed', reason: 'undelivered', code: 30_003 }),
    ],
  },
  {
    ago: DAY,
    messages: [
      welcome(0),
      lead(20, 'האם צריך היתר לסגירת מרפסת?'),
      us(34, 'תלוי בבניין. המהנדס שלנו בודק את זה בפגישה הראשונה, ללא תשלום.'),
    ],
  },
  {
    ago: DAY + 120,
    agrees: true,
    messages: [offer(0), lead(18, 'הסר'), { after: 19, by: 'system', text: 'הוסרת מרשימת הדיוור של אלון שיפוצים.' }],
  },
  {
    ago: DAY + 300,
    messages: [
      mail(0, 'סיכום הפגישה', 'שלום {name},\nתודה על הפגישה. אלה הנקודות שסיכמנו: פירוק, אינסטלציה, חשמל וגמר.'),
    ],
  },
  {
    ago: 2 * DAY,
    agrees: true,
    messages: [offer(0), lead(90, 'מעניין, מה כלול במחיר?'), us(110, 'תכנון, פירוק והתקנה. השיש והמכשירים בנפרד.')],
  },
  { ago: 2 * DAY + 200, messages: [us(0, 'אפשר לקבוע פגישה באולם התצוגה ברמת גן?'), lead(65, 'כן, ביום חמישי בערב')] },
  { ago: 3 * DAY, messages: [offer(0, { state: 'failed', reason: 'no_consent' })] },
  {
    ago: 3 * DAY + 60,
    messages: [
      welcome(0),
      us(45, 'שלום {name}, מדברת שירה מאלון שיפוצים. מתי נוח לשוחח?'),
      lead(200, 'מחר בבוקר'),
      us(210, 'מצוין, נתקשר ב־9:30.'),
    ],
  },
  { ago: 4 * DAY, messages: [lead(0, 'כמה זמן תקפה ההצעה?'), us(15, 'ההצעה תקפה ל־30 יום.')] },
  {
    ago: 4 * DAY + 500,
    messages: [
      mail(0, 'חוזה לחתימה', 'שלום {name},\nהחוזה מוכן. אפשר לחתום במשרד או להחזיר סרוק.', {
        state: 'failed',
        reason: 'refused',
        code: 550,
      }),
    ],
  },
  {
    ago: 5 * DAY,
    messages: [
      us(0, 'השיש הגיע! אפשר לתאם התקנה לשבוע הבא.'),
      lead(12, 'סוף סוף 🙂 יום שני?'),
      us(20, 'יום שני ב־8:00. הצוות יתקשר בדרך.'),
    ],
  },
  {
    ago: 6 * DAY,
    messages: [welcome(0), lead(300, 'כבר סגרנו עם מישהו אחר, תודה'), us(320, 'תודה על העדכון ובהצלחה!')],
  },
  { ago: 7 * DAY, messages: [us(0, 'שלום {name}, האם ההצעה התקבלה?', { state: 'unknown' })] },
  {
    ago: 8 * DAY,
    agrees: true,
    messages: [offer(0), lead(7, 'הסר'), { after: 8, by: 'system', text: 'הוסרת מרשימת הדיוור של אלון שיפוצים.' }],
  },
  {
    ago: 9 * DAY,
    messages: [
      lead(0, 'אפשר לדחות את הפגישה בשבוע?'),
      us(22, 'בוודאי. אותו יום ושעה, שבוע אחר כך.'),
      lead(30, 'תודה רבה'),
    ],
  },
  {
    ago: 11 * DAY,
    messages: [
      mail(0, 'קטלוג אריחים', 'שלום {name},\nהקטלוג המלא: alon-reno.example/tiles'),
      us(30, 'שלחנו קטלוג לאימייל.'),
    ],
  },
  {
    ago: 13 * DAY,
    messages: [us(0, 'תודה שבחרתם באלון שיפוצים! נשמח לשמוע איך היה.'), lead(400, 'עבודה נקייה ובזמן, ממליצים')],
  },
  { ago: 16 * DAY, messages: [welcome(0), us(60, 'ניסינו להתקשר פעמיים. אפשר להשיב כאן מתי נוח.')] },
]
