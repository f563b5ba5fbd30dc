import { SiteLink } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { ContentPicture } from '../../items/picture.tsx'

/** Who the firm is (row ABT-1). */
export function About() {
  const { title, lead, paragraphs, picture } = useSiteContent().about
  return (
    <section id="about" className="section">
      <div className="page-width grid gap-x-(--space-column) gap-y-12 lg:grid-cols-12">
        <div className="grid content-start gap-5 lg:col-span-5">
          <h2>{title}</h2>
          <p className="text-lg text-muted text-pretty">{lead}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-prose text-pretty">
              {paragraph}
            </p>
          ))}
          <p>
            <SiteLink to="/#services" className="text-link underline underline-offset-4 hover:decoration-2">
              How we look after a machine
            </SiteLink>
          </p>
        </div>
        {picture && (
          <div className="aspect-4/3 bg-stage lg:col-span-6 lg:col-start-7">
            <ContentPicture
              picture={picture}
              sizes="(min-width: 64rem) 45rem, 92vw"
              className="size-full object-cover"
            />
          </div>
        )}
      </div>
    </section>
  )
}
