import { createHash } from 'node:crypto';

/** The slip's style sheet; in the page itself, so that a saved slip still looks like one. */
export const SLIP_STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f2f2f2; color: #111; font: 16px/1.4 system-ui, sans-serif; }
main { max-width: 210mm; margin: 1.5rem auto; padding: 10mm; background: #fff; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; border-bottom: 2px solid #111; }
h1 { margin: 0; font-size: 1.25rem; }
.bank { font-weight: 700; }
.line { margin: 0; padding: .75rem 0; font: 600 1.05rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border: 2px solid #b00020; color: #b00020; font-weight: 700; }
dl { display: flex; flex-wrap: wrap; gap: 1px; margin: 1rem 0; border: 1px solid #999; background: #999; }
dl > div { flex: 1 1 12rem; padding: .4rem .6rem; background: #fff; }
dl > .wide { flex-basis: 100%; }
dt { font-size: .75rem; color: #555; }
dd { margin: 0; min-height: 1.4em; overflow-wrap: anywhere; white-space: pre-line; }
.due dd, .amount dd { font-weight: 700; }
figure { margin: 1rem 0 0; padding: 0 5mm; overflow-x: auto; }
figure svg { display: block; width: 103mm; height: 13mm; }
@page { size: A4; margin: 10mm; }
@media print {
  body { background: none; font-size: 11pt; }
  main { max-width: none; margin: 0; padding: 0; }
  header, dl, figure { break-inside: avoid; }
}
`;

/** Nothing may run, load, frame or be sent: the page is its text, this style sheet and the drawing of the bars. */
export const SLIP_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(SLIP_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
