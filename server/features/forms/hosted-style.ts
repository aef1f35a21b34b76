import { createHash } from 'node:crypto'
import { FONT_FACES } from './hosted-fonts.ts'

/** The colours and measures of web/app/theme/theme.css, for a page that loads no code. */
export const STYLE = `${FONT_FACES}
:root{color-scheme:light dark;--on-fill:#fff;--rim:transparent;--frame:#f5f5f9;--sheet:#fff;--line:#e9e9f0;--edge:#8e8ea3;--ink:#1a1a24;--ink-2:#4f4f63;--fill:#4252d1;--fill-2:#3642b5;--brand:#3642b5;--ring:#d0dbff;--red:#b3312c;--red-tint:#ffedea;--green:#0d6332;--green-tint:#e8f7eb;--shadow:0 1px 2px rgb(22 22 40/.05),0 8px 32px rgb(22 22 40/.07)}
@media(prefers-color-scheme:dark){:root{--frame:#0f0f13;--sheet:#17171c;--line:#26262f;--edge:#6a6a7c;--ink:#ededf2;--ink-2:#b4b4c2;--fill:#5264dd;--fill-2:#4252d1;--brand:#afc1ff;--ring:#2d3461;--red:#ffb0a9;--red-tint:#361f1d;--green:#9ed8ac;--green-tint:#1a2b1e;--shadow:0 0 0 1px rgb(255 255 255/.08)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100svh;display:grid;place-items:center;align-content:center;gap:16px;padding:24px 16px;background:var(--frame);color:var(--ink);font:400 16px/24px "Heebo Variable",Heebo,"Segoe UI",system-ui,-apple-system,"Arial Hebrew",Arial,sans-serif}
header{display:flex;align-items:center;gap:12px;margin:0 0 24px}
header img{flex:none;border-radius:10px}
header p{margin:0;color:var(--ink);font-weight:600}
main{width:100%;max-width:480px;padding:32px;border-block-start:4px solid var(--fill);border-radius:14px;background:var(--sheet);box-shadow:var(--shadow)}
h1{margin:0;font-size:24px;line-height:32px;font-weight:600;text-wrap:balance;overflow-wrap:anywhere}
p{margin:8px 0 0;color:var(--ink-2);white-space:pre-line;overflow-wrap:anywhere}
form{display:grid;gap:20px;margin:24px 0 0}
label,legend{display:block;padding:0;margin:0 0 6px;font-weight:500;font-size:15px;line-height:20px;overflow-wrap:anywhere}
.optional{color:var(--ink-2);font-weight:400;font-size:14px}
input,select,textarea{width:100%;min-height:46px;margin:0;padding:10px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--sheet);color:inherit;font:inherit}
textarea{min-height:112px;resize:vertical}
[dir=rtl] input[dir=ltr]{text-align:end}
input:focus-visible,select:focus-visible,textarea:focus-visible{outline:3px solid var(--ring);border-color:var(--brand)}
[aria-invalid]{border-color:var(--red)}
.error{display:block;margin:6px 0 0;color:var(--red);font-size:14px;line-height:20px}
.tick{display:grid;grid-template-columns:auto 1fr;column-gap:12px;align-items:start}
.tick label{margin:0;padding-block:2px;font-weight:400;white-space:pre-line}
.tick input{width:22px;min-height:22px;height:22px;margin:1px 0;accent-color:var(--brand)}
.privacy{margin:0;font-size:14px;line-height:20px}
.tick .error{grid-column:2}
button,.button{min-height:48px;padding:10px 20px;border:1px solid var(--rim);border-radius:8px;background:var(--fill);color:var(--on-fill);font:inherit;font-weight:600;cursor:pointer}
.button{display:inline-block;box-sizing:border-box;text-decoration:none}
button:hover,.button:hover{background:var(--fill-2)}
button:focus-visible,.button:focus-visible,a:focus-visible{outline:3px solid var(--ring);outline-offset:2px;border-radius:8px}
a{color:var(--brand);text-underline-offset:3px}
.notice{margin:20px 0 0;padding:12px 14px;border-radius:10px;background:var(--red-tint);color:var(--red);font-size:15px}
.done{display:grid;place-items:center;width:56px;height:56px;margin:0 0 16px;border-radius:50%;background:var(--green-tint);color:var(--green)}
.languages{font-size:14px}
.languages a{display:inline-block;padding:10px 8px}
.more{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.embedded body{min-height:0;padding:4px;background:none}
.embedded main{max-width:none;padding:20px;box-shadow:none;border:1px solid var(--line)}
@media(max-width:480px){body{padding:0;align-content:start;background:var(--sheet)}main{padding:24px 20px;border-radius:0;box-shadow:none}.embedded main{border-radius:14px}}
`

const version = createHash('sha256').update(STYLE).digest('hex').slice(0, 12)
/** The name contains the content hash, so the file may be cached for ever. */
export const STYLE_PATH = `/f/form.${version}.css`
