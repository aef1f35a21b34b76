import { IconPhoneIncoming } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { StatusGlyph } from '../../shared/status-glyph.tsx'
import { type StatusHue, StatusPill } from '../../shared/status-pill.tsx'
import classes from './sign-in-art.module.css'

/** Loudness of the drawn call, bar by bar; bars after PLAYED are drawn as not heard yet. */
const BARS = '34432111111158776446547358422111245765346112322221111111234322111112344321'
const PLAYED = 48
const STEP = 5

/** Illustration of the product: a call becomes a lead, the lead a meeting. Not interactive. */
export function SignInArt() {
  const { t } = useTranslation('auth')
  return (
    <>
      <div className={classes.story} aria-hidden>
        <div className={classes.call}>
          <div className={classes.caller}>
            <span className={classes.disc}>
              <IconPhoneIncoming />
            </span>
            <span className={classes.words}>
              <strong>{t('art.caller')}</strong>
              <span className={classes.second}>
                <bdi dir="ltr" className="tabular">
                  072-444-1184
                </bdi>
                <span>·</span>
                <bdi>{t('art.campaign')}</bdi>
              </span>
            </span>
            <span className="tabular">4:12</span>
          </div>
          <Waveform />
        </div>
        <Step type="Open" hue="sky" pill={t('art.new')} title={t('art.leadCreated')} text={t('art.assigned')} />
        <Step
          type="Ongoing"
          hue="teal"
          pill={t('art.meetingSet')}
          title={t('art.visit')}
          text={t('art.visitAt')}
          part={0.75}
        />
      </div>
      <p className={classes.slogan}>{t('art.slogan')}</p>
    </>
  )
}

type StepProps = { type: StatusType; hue: StatusHue; pill: string; title: string; text: string; part?: number }

function Step({ type, hue, pill, title, text, part = 0 }: StepProps) {
  return (
    <div className={classes.step}>
      <span className={classes.glyph} data-hue={hue}>
        <StatusGlyph type={type} part={part} size={20} />
      </span>
      <span className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.second}>{text}</span>
      </span>
      <StatusPill name={pill} hue={hue} type={type} part={part} />
    </div>
  )
}

/** Time runs left to right in every language. */
function Waveform() {
  return (
    <svg viewBox={`0 0 ${BARS.length * STEP} 40`} className={classes.wave} preserveAspectRatio="none" aria-hidden>
      {[...BARS].map((height, index) => {
        const half = Number(height) * 2 + 1
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position.
            key={index}
            x={index * STEP + 1}
            y={20 - half}
            width={3}
            height={half * 2}
            rx={1.5}
            fill={index < PLAYED ? 'var(--brand-solid)' : 'var(--wave-rest)'}
          />
        )
      })}
    </svg>
  )
}
