/** A page of the platform's own machinery, for operators and developers: readable on a phone, no script, nothing from elsewhere. `body` is HTML. */
export const plainPage = (title: string, body: string, lang = 'en', productName = ''): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(productName ? `${title} · ${productName}` : title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 94%/1.5 system-ui, sans-serif; --line: light-dark(#dfe2e6, #2c3138); --soft: light-dark(#5c6673, #9aa4b1) }
body { margin: 0; background: light-dark(#f4f5f7, #101317); color: light-dark(#171a20, #eceff3) }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem }
h2 { font-size: 1rem; margin: 0 }
article, li { background: light-dark(#fff, #181c22); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 .6rem }
ul { list-style: none; margin: 0; padding: 0 }
p { margin: .15rem 0; color: var(--soft) }
pre { margin: .6rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
h3 { font-size: .95rem; margin: 0 }
h4 { font-size: .9rem; margin: .8rem 0 .2rem }
section { margin: 2rem 0 }
section > h2 { font-size: 1.2rem; margin: 0 0 .6rem }
details { background: light-dark(#fff, #181c22); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .9rem; margin: 0 0 .4rem }
details ul { padding: 0 0 0 1rem; list-style: disc }
details li { all: revert }
details pre { background: light-dark(#f4f5f7, #101317); border-radius: 6px; padding: .6rem .8rem; font: .85rem/1.45 ui-monospace, monospace }
summary { cursor: pointer; overflow-wrap: anywhere }
small, nav { color: var(--soft) }
nav a { display: inline-block; padding: .5rem .6rem .5rem 0 }
form { margin: 0 0 1rem }
input, button { font: inherit; padding: .5rem .7rem; border-radius: 6px; border: 1px solid var(--line); background: light-dark(#fff, #181c22); color: inherit }
.broken { border-color: #d12d1f; border-left-width: 5px }
`
