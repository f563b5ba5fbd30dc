import type { ReactNode } from 'react'
import { toTelLink } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { ContactForm } from '../../enquiry/form/contact-form.tsx'

/** The contact form and the contact details (rows CON-1 to CON-5). */
export function Contact() {
  const { contact, company } = useSiteContent()
  const { address } = company
  return (
    <section id="contact" className="section">
      <div className="page-width">
        <div className="section-head">
          <h2>{contact.title}</h2>
          <p className="text-muted">{contact.text}</p>
        </div>
        <div className="grid gap-x-(--space-column) gap-y-6 md:gap-y-12 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <ContactForm />
          </div>
          <dl className="content-start border-ink border-t lg:col-span-4 lg:col-start-9">
            <Row label={t('Visit')}>
              <address className="not-italic">
                {address.street}
                <br />
                {`${address.city} ${address.postcode}`}
                <br />
                {`${address.state}, ${address.country}`}
              </address>
            </Row>
            <Row label={t('Call')}>
              {company.phones.map(({ label, number }) => (
                <p key={number}>
                  <a href={toTelLink(number)} className="font-semibold hover:underline">
                    {number}
                  </a>
                  <span className="block text-muted text-sm">{label}</span>
                </p>
              ))}
            </Row>
            <Row label={t('Email')}>
              <a
                href={`mailto:${company.email}`}
                className="break-all text-link underline underline-offset-4"
              >
                {company.email}
              </a>
            </Row>
            <Row label={t('Hours')}>
              {company.hours.map(({ days, hours }) => (
                <p key={days} className="grid">
                  <span>{days}</span>
                  <span className="tabular-nums">{hours}</span>
                </p>
              ))}
            </Row>
          </dl>
        </div>
      </div>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[3.5rem_1fr] gap-4 border-line md:grid-cols-[5rem_1fr] border-b py-3 md:py-4">
      <dt className="font-head font-medium text-label text-muted">{label}</dt>
      <dd className="grid gap-2">{children}</dd>
    </div>
  )
}
