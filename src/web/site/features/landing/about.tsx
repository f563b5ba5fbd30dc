import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { ContentPicture } from '../../items/pictures/picture.tsx'

type AboutContent = PublicSiteContent['about']

/** The company, and the parts of its machines (row ABT-1). */
export function About() {
  const { title, lead, paragraphs, picture, pictureNotes, assembly } = useSiteContent().about
  return (
    <section id="about" className="section">
      <div className="page-width grid gap-x-(--space-column) gap-y-6 lg:grid-cols-12 lg:items-center">
        <div className="grid content-start gap-4 md:gap-5 lg:col-span-5">
          <h2 lang={langOf(title)}>{title}</h2>
          <p lang={langOf(lead)} className="text-lg text-muted text-pretty">
            {lead}
          </p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} lang={langOf(paragraph)} className="max-w-prose text-pretty">
              {paragraph}
            </p>
          ))}
          <p>
            <SiteLink to="/#services" className="text-link underline underline-offset-4 hover:decoration-2">
              {t('How we look after a machine')}
            </SiteLink>
          </p>
        </div>
        {picture && <AnnotatedPicture picture={picture} notes={pictureNotes} />}
      </div>
      {assembly.picture && <Assembly picture={assembly.picture} parts={assembly.parts} />}
    </section>
  )
}

/** A picture with notes below it, arranged like the title block of a drawing. */
function AnnotatedPicture({
  picture,
  notes,
}: {
  picture: NonNullable<AboutContent['picture']>
  notes: AboutContent['pictureNotes']
}) {
  return (
    <figure className="border border-line-strong lg:col-span-7">
      <div className="aspect-4/3 bg-surface">
        <ContentPicture
          picture={picture}
          sizes="(min-width: 112.5rem) 56rem, (min-width: 64rem) 48rem, 92vw"
          className="size-full object-cover"
        />
      </div>
      {notes.length > 0 && (
        <figcaption className="grid border-line-strong border-t grid-cols-[2fr_1fr_1fr]">
          {notes.map(({ label, text }) => (
            <p
              key={label}
              className="border-line-strong px-3 py-2 font-head font-medium text-label not-first:border-l"
            >
              <span className="block font-normal text-muted text-xs">{label}</span>
              {text}
            </p>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

/** A large picture with numbered parts and the list of the parts below it. */
function Assembly({
  picture,
  parts,
}: {
  picture: NonNullable<AboutContent['picture']>
  parts: AboutContent['assembly']['parts']
}) {
  return (
    <div className="page-width mt-[clamp(2rem,6vw,6.5rem)]">
      <figure>
        <div className="relative overflow-hidden bg-stage max-md:aspect-4/3 md:aspect-2/1">
          <div className="md:-top-[9%] absolute inset-x-0 aspect-4/3">
            <ContentPicture
              picture={picture}
              sizes="(min-width: 112.5rem) 96rem, (min-width: 90rem) 83rem, 92vw"
            />
            {parts.map(({ title, x, y }, index) => (
              <span
                key={title}
                aria-hidden="true"
                className="balloon on-picture"
                style={{ left: `${x}%`, top: `${y}%` }}
              >
                {index + 1}
              </span>
            ))}
          </div>
        </div>
        <figcaption>
          <ol className="grid gap-x-(--space-column) border-ink border-b md:auto-cols-fr md:grid-flow-col">
            {parts.map(({ title, text }, index) => (
              <li
                key={title}
                className="grid grid-cols-[auto_1fr] content-start gap-x-3.5 border-line py-2.5 md:py-4 not-last:border-b md:not-last:border-b-0 md:not-first:border-l md:not-first:pl-4"
              >
                <span aria-hidden="true" className="balloon">
                  {index + 1}
                </span>
                <strong className="font-head font-semibold text-control-lg leading-7">{title}</strong>
                <p className="col-start-2 text-muted text-sm">{text}</p>
              </li>
            ))}
          </ol>
        </figcaption>
      </figure>
    </div>
  )
}
