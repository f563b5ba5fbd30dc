import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { type Html, html } from '#server/kernel/html.ts'
import type { PrivacyNotice } from '../deps.ts'

/** The built files that a private page refers to. */
export interface PrivatePageAssets {
  css: string[]
  js: string[]
  fonts: string[]
}

/** The company as the letterhead and the foot of a private page state it. */
export type Letterhead = Pick<SiteContent['company'], 'name' | 'tagline' | 'address' | 'phones' | 'email'> & {
  gstin?: string
}

/** A message above the content: what was done, or what went wrong. */
export interface Notice {
  kind: 'done' | 'info' | 'warning' | 'error'
  title: string
  text?: string
  /** To the part of the page that it is about. */
  link?: { href: string; label: string }
}

/** Returns a private page as a complete document. It works without its script. */
export function renderDocument({
  title,
  company,
  assets = { css: [], js: [], fonts: [] },
  notices = [],
  privacyNotice,
  content,
}: {
  title: string
  company: Letterhead
  privacyNotice: PrivacyNotice | undefined
  assets: PrivatePageAssets | undefined
  notices?: Notice[]
  content: Html
}): string {
  const { name, tagline, address, phones, email, gstin } = company
  const { text } = html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${title} – ${name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${assets.fonts.map((href) => html`<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${href}">`)}
${assets.css.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${assets.js.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body>
<header class="letterhead">
<div><p class="company"><a href="/">${name}</a></p><p>${tagline}</p></div>
<address>${address.street}<br>${address.city} ${address.postcode}, ${address.state}${gstin && html`<br>GSTIN ${gstin}`}</address>
</header>
<main>
${notices.map(renderNotice)}
${content}
</main>
<footer class="foot">
<p>${name}</p>
<p>${phones.map(({ label, number }) => html`<span>${label}: <a href="${toPhoneLink(number)}">${number}</a></span> `)}${email && html`<span>Email: <a href="mailto:${email}">${email}</a></span>`}</p>
<p><a href="/">To our website</a>${privacyNotice && html` · <a href="${privacyNotice.path}">${privacyNotice.title}</a>`}</p>
<p>This page is private: whoever has its address can see it.</p>
</footer>
</body>
</html>
`
  return text
}

const renderNotice = ({ kind, title, text, link }: Notice): Html =>
  html`<div class="notice notice-${kind}" role="${kind === 'error' ? 'alert' : 'status'}"><p><strong>${title}</strong></p>${text && html`<p>${text}</p>`}${link && html`<p><a href="${link.href}">${link.label}</a></p>`}</div>`

/** How to reach the company at once. */
export type Contact = Pick<SiteContent['company'], 'phones' | 'whatsapp' | 'email'>

/** Ways to reach the company without scrolling to the foot. `about` begins the message: 'Quotation QTN/2026-27/0042'. */
export function renderContact(
  { phones: [phone], whatsapp, email }: Contact,
  about: string,
): Html | undefined {
  const links: Html[] = []
  if (phone)
    links.push(html`<a class="button button-outline" href="${toPhoneLink(phone.number)}">Call us</a>`)
  if (whatsapp)
    links.push(
      html`<a class="button button-outline" href="https://wa.me/${whatsapp}?text=${encodeURIComponent(`${about}: `)}" target="_blank" rel="noreferrer">WhatsApp</a>`,
    )
  else if (email)
    links.push(
      html`<a class="button button-outline" href="mailto:${email}?subject=${encodeURIComponent(about)}">Email</a>`,
    )
  return links.length > 0
    ? html`<nav class="actions" aria-label="Contact">${links.map((link) => html`${link} `)}</nav>`
    : undefined
}

const toPhoneLink = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`

export type Fact = [label: string, text: string | undefined]

/** Labels with their texts; those without a text are left out. */
export const renderFacts = (facts: Fact[], style?: 'typed'): Html =>
  html`<dl class="facts">${facts.filter(([, text]) => text).map(([label, text]) => html`<div><dt>${label}</dt><dd${style && html` class="${style}"`}>${text}</dd></div>`)}</dl>`

/** Keeps the line breaks of a text that a person typed. */
export const renderText = (text: string): Html => html`<p class="typed">${text}</p>`

/** One field of a form, with the sentence about what is wrong with it. */
export function renderField({
  name,
  label,
  value = '',
  error,
  hint,
  presence = 'optional',
  maxLength,
  autocomplete,
  rows,
}: {
  name: string
  label: string
  value?: string | undefined
  error?: string | undefined
  hint?: string
  /** 'unmarked': one that its own button needs, and others do not. */
  presence?: 'required' | 'optional' | 'unmarked'
  maxLength: number
  autocomplete?: string
  /** A field of several lines. */
  rows?: number
}): Html {
  const id = `field-${name}`
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const attributes = html`id="${id}" name="${name}" class="field" maxlength="${maxLength}"${presence === 'required' && html` required`}${autocomplete && html` autocomplete="${autocomplete}"`}${describedBy && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}`
  return html`<div class="form-field">
<label for="${id}">${label}${presence === 'optional' && html` <span class="muted">(optional)</span>`}</label>
${
  rows === undefined
    ? html`<input type="text" value="${value}" ${attributes}>`
    : html`<textarea rows="${rows}" ${attributes}>
${value}</textarea>`
}
${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
${hint && html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
</div>`
}
