import { langOf } from '#web/lib/content-language.ts'
import { useSiteContent } from '../../../lib/site-content.tsx'
import placeholderMachine from '../../../pictures/placeholder-machine.svg'
import { ContentPicture } from '../../items/pictures/picture.tsx'

const PLACEHOLDER_PICTURE = { url: placeholderMachine, width: 4, height: 3, alt: '' }

/** The services of the company, one per row. */
export function Services() {
  const { title, text, entries } = useSiteContent().services
  return (
    <section id="services" className="section">
      <div className="page-width">
        <div className="section-head">
          <h2 lang={langOf(title)}>{title}</h2>
          <p lang={langOf(text)} className="text-muted">
            {text}
          </p>
        </div>
        <ul className="border-ink border-t">
          {entries.map(({ title, text, points, figure, figureNote, picture }) => (
            <li
              key={title}
              className="grid gap-x-(--space-column) gap-y-2 border-line border-b py-6 max-md:grid-cols-[5.5rem_1fr] max-md:py-3 md:grid-cols-2 md:gap-y-4 lg:grid-cols-[14rem_1.4fr_1.2fr_10rem] lg:items-center"
            >
              <div className="aspect-4/3 self-start overflow-hidden bg-stage max-md:row-span-2">
                <ContentPicture
                  picture={picture ?? PLACEHOLDER_PICTURE}
                  sizes="(min-width: 64rem) 14rem, (min-width: 48rem) 45vw, 5.5rem"
                  className="size-full object-cover"
                />
              </div>
              <div>
                <h3>{title}</h3>
                <p lang={langOf(text)} className="mt-1 max-w-104 text-muted max-md:text-sm md:mt-2">
                  {text}
                </p>
              </div>
              <ul className="grid gap-1.5 text-sm max-md:hidden">
                {points.map((point) => (
                  <li key={point} className="border-dim border-l pl-3">
                    {point}
                  </li>
                ))}
              </ul>
              <p className="lg:text-right">
                <strong className="font-head font-semibold max-md:mr-2 max-md:text-lg md:block md:text-h3">
                  {figure}
                </strong>
                <span className="text-muted text-sm">{figureNote}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
